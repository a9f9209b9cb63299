import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** A page, and what must never happen in it. */
export interface Tab extends AsyncDisposable {
  readonly page: Page
  readonly context: BrowserContext
  /** Errors, warnings of the console and violations of the policy so far. */
  readonly faults: readonly string[]
  /** Says that a test provokes faults. Others than these, and than a failed request, fail it when the tab is closed. */
  expectFaults(...expected: readonly RegExp[]): void
}

/** Opens a tab in a new context. Its end throws for what must never happen, so that no test can forget to look. */
export async function openTab(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<Tab> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options })
  context.setDefaultTimeout(300_000)
  const page = await context.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !isTakeover(text)) faults.push(text)
  })
  page.on('pageerror', (error) => faults.push(String(error)))
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`policy: ${violatedDirective} ${blockedURI}`)
    })
  })
  await page.goto(url)
  const expected = [/^Failed to load resource: /]
  return {
    page,
    context,
    faults,
    expectFaults: (...more) => void expected.push(...more),
    [Symbol.asyncDispose]: async () => {
      await context.close()
      const others = faults.filter((fault) => !expected.some((one) => one.test(fault)))
      if (others.length > 0) throw new Error(`The page has faults: ${others.join('; ')}`)
    },
  }
}

/** Whether a message is Chromium's about a file that it loads again, since the service worker began to serve the page meanwhile. */
const isTakeover = (text: string): boolean => /^A preload .* cross-world service worker/.test(text)

/** Waits until the seal is done, and returns its grade. */
export async function waitForSeal(page: Page): Promise<string> {
  // An address that was just gone to may not be drawn: the seal is that of the page before.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  )
  const seal = page.locator('.seal[data-state]:not([data-state=working])').first()
  return (await seal.getAttribute('data-state'))!
}

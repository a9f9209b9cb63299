import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startBrowser } from '@lectern/fixtures/browser'

/** Returns the document of a browser that has opened a page from a file and run its scripts. With `wait`, the scripts have set its title. */
export async function openPage(
  text: string,
  { hash = '', wait = false }: { hash?: string; wait?: boolean } = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-browser-'))
  const browser = await startBrowser()
  try {
    const file = join(folder, 'page.html')
    writeFileSync(file, text)
    const page = await browser.newPage()
    await page.goto(`${pathToFileURL(file)}${hash}`)
    if (wait) await page.waitForFunction('document.title', undefined, { timeout: 600_000 })
    return await page.content()
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true })
  }
}

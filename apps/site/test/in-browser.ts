import { needsBrowser, startBrowser } from '@lectern/fixtures/browser'
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, describe } from 'vitest'
import { openTab, type Tab } from './browser.ts'
import { serveSite, type Site } from './server.ts'

/** The browser and the site that the tests of a file share. */
export interface Shared {
  readonly browser: Browser
  /** An honest server of the page and the sample chain, until a test changes it. */
  readonly site: Site
  /** Opens a place of the site, such as `#/block/41`, in a new tab. */
  open(place: string, options?: BrowserContextOptions): Promise<Tab>
}

/** Tests in one browser, with one server for all of them. */
export function inBrowser(tests: (at: Shared) => void): void {
  describe('in a browser', needsBrowser, () => {
    let [browser, site]: [Browser?, Site?] = []
    beforeAll(async () => {
      browser = await startBrowser()
      site = await serveSite()
    })
    afterAll(async () => {
      await browser?.close()
      await site?.[Symbol.asyncDispose]()
    })
    tests({
      get browser() {
        return browser!
      },
      get site() {
        return site!
      },
      open: (place, options) => openTab(browser!, site!.url + place, options),
    })
  })
}

import { execFile } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { tmpdir } from 'node:os'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** A Chromium of this machine, as a path; undefined where there is none. */
export const browser: string | undefined = (process.env['PATH'] ?? '')
  .split(delimiter)
  .flatMap((folder) => names.map((name) => join(folder, name)))
  .find(isProgram)

/** The document as the browser has it after it has opened a page from a file and run its scripts; with `wait`, also what they wait for. */
export async function openPage(
  page: string,
  { hash = '', wait = false }: { hash?: string; wait?: boolean } = {},
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-browser-'))
  try {
    const file = join(folder, 'page.html')
    writeFileSync(file, page)
    const { stdout } = await promisify(execFile)(
      browser!,
      [
        '--headless',
        '--no-sandbox', // the page is ours, and root cannot run it otherwise
        '--disable-gpu',
        `--user-data-dir=${join(folder, 'profile')}`,
        ...(wait ? ['--virtual-time-budget=600000'] : []),
        '--dump-dom',
        `${pathToFileURL(file)}${hash}`,
      ],
      { maxBuffer: 64 * 1024 * 1024 },
    )
    return stdout
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

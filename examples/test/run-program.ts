import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Runs a program to the end of its module in a process of its own and in the program's folder, and gives what it printed; throws an Error with that where it fails. */
export function runProgram(file: string, ...args: string[]): Promise<string> {
  const wrapper = fileURLToPath(new URL('to-the-end.ts', import.meta.url))
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [wrapper, file, ...args],
      { timeout: 60_000, cwd: dirname(file) },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${file} fails:\n${stdout}${stderr}`))
        else resolve(stdout)
      },
    )
  })
}

import { execFile } from 'node:child_process'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Runs a program in its folder and a separate process, to the end of its module.
 * Returns its output; throws an Error with the output if it fails.
 */
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

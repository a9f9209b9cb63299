import { spawnSync } from 'node:child_process'
import { temporaryFolder } from './served.ts'

/** What is wrong; undefined where all is as it should be. */
export type Outcome = string | undefined

/** Runs something on a file system of its own, which needs root. */
export async function withMount(
  source: string,
  options: readonly string[],
  run: (folder: string) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = temporaryFolder()
  const type = source === 'tmpfs' ? ['-t', 'tmpfs'] : []
  const { status, stderr } = spawnSync('mount', [...type, ...options, source, folder], { encoding: 'utf8' })
  if (status !== 0) return `not tried, since mount needs root: ${stderr}`
  try {
    return await run(folder)
  } finally {
    spawnSync('umount', ['-l', folder])
  }
}

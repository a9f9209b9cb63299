import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createRandom, sample } from '@lectern/fixtures'
import type { Bench } from '../tools/bench.ts'
import { importSample, runLectern, serve } from '../tools/lectern.ts'
import { temporaryFolder } from '../tools/process.ts'
import { createBench, logProgress, scaled } from './finding.ts'
import { check } from './questions.ts'

/** A problem; undefined if there is none. */
type Outcome = string | undefined

/** Measures imports into a full disk, which needs root, and a server without free descriptors, twenty times each. */
export const bench: Bench<{ scale: number; seed: number }> = createBench(async (scope) => {
  const imported = await importSample()
  const random = createRandom(scope.seed)
  const faults: Readonly<Record<string, () => Promise<Outcome>>> = {
    'ENOSPC: an import stops with a sentence; what it acknowledged verifies, and more is imported once there is room':
      () => fillDisk(random(statSync(join(imported, 'store.mdb')).blocks / 2 - 96)),
    'EMFILE: a server out of descriptors continues, and answers once there are some': () =>
      spendDescriptors(imported),
  }
  const findings = []
  for (const [claim, fault] of Object.entries(faults)) {
    const problems: string[] = []
    const times = scaled(20, scope)
    for (let time = 1; time <= times; time++) {
      logProgress(`disk: ${claim.split(':')[0]} ${time} of ${times}`)
      const problem = await fault()
      if (problem !== undefined) problems.push(problem)
    }
    findings.push({
      claim,
      measured: `${times - problems.length} of ${times}${problems[0] ? `; not: ${problems[0].replaceAll('\n', ' ').slice(0, 300)}` : ''}`,
      holds: problems.length === 0,
    })
  }
  return findings
})

/** Imports into a file system of too few kilobytes, then into the same one with room. */
async function fillDisk(kilobytes: number): Promise<Outcome> {
  const folder = temporaryFolder()
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { encoding: 'utf8' })
  const { status, stderr } = mount(`size=${64 + kilobytes}k`)
  if (status !== 0) return `not tried, since mount needs root: ${stderr}`
  try {
    const datadir = join(folder, 'history')
    const args = ['import', sample.chain, '--genesis', sample.genesis, '--datadir', datadir]
    const { code, text } = await runLectern(args)
    if (code === 0) return undefined // it had room
    const lines = text.trim().split('\n')
    const isSentence = lines.length <= 2 && /^lectern: .*\.$/.test(lines.at(-1)!)
    if (code !== 2 || !isSentence) return `exit ${code}: ${text}`
    const verified = await runLectern(['verify', '--datadir', datadir])
    if (verified.code !== 0 && !/holds no (?:store|block)|does not exist/.test(verified.text))
      return `then verify: exit ${verified.code}: ${verified.text}`
    mount('remount,size=64m')
    const again = await runLectern(args)
    return again.code === 0 ? undefined : `with room: exit ${again.code}: ${again.text}`
  } finally {
    spawnSync('umount', ['-l', folder])
  }
}

async function spendDescriptors(datadir: string): Promise<Outcome> {
  const served = await serve(['--datadir', datadir, '--http.timeouts.header', '60'], {
    launch: ['prlimit', '--nofile=96:96'],
  })
  const sockets = Array.from({ length: 400 }, () =>
    connect({ port: served.port, host: '127.0.0.1' }).on('error', () => {}),
  )
  await wait(1_000)
  for (const socket of sockets) socket.destroy()
  // Until the server has noticed that they are closed, a new connection is reset.
  let isRight = false
  for (let tries = 0; tries < 20 && !isRight; tries++) {
    await wait(250)
    isRight = (await check(served.url)).right
  }
  const code = await served.stop()
  return isRight && code === 0
    ? undefined
    : `answered ${isRight ? 'right' : 'wrong'}, exit ${code}: ${served.log()}`
}

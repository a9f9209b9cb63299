import { copyFileSync, statSync, truncateSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sample } from '@lectern/fixtures'
import { openTables, seal, sealOf } from '@lectern/history/testing'
import { type Finding, scaled, type Scope, logProgress } from './finding.ts'
import { fillWhileServed } from './full-disk.ts'
import { type Outcome, withMount } from './mount.ts'
import { listFamily } from './processes.ts'
import { askServer, importSample, runLectern, serve, temporaryFolder } from './served.ts'

type Fault = (whole: string) => Promise<Outcome>

const FILE = 'store.mdb'

/** Each: what must hold, and one try of it; undefined, or what was wrong. Some need root, for a file system of their own. */
const faults: Readonly<Record<string, Fault>> = {
  'ENOSPC: an import stops with a sentence, and what it acknowledged is proven': fillDisk,
  'ENOSPC beside a server: the import stops with a sentence and goes on once there is room; the server answers on':
    () => fillWhileServed(checkRefusal),
  'EMFILE: a server out of descriptors goes on, and answers once there are some': spendDescriptors,
  'read-only disk: one sentence from import, serve and verify': forbidWriting,
  'a store of a newer format: one sentence from import, serve and verify': writeNewer,
  'a second writer: refused with a sentence; the first ends well': writeTwice,
  'a file cut off under a running server: one sentence, whatever becomes of the process': cutFile,
}

/** Faults of disks and descriptors, twenty times each, with the real command. */
export async function measure(scope: Scope): Promise<readonly Finding[]> {
  const whole = await importSample()
  const times = scaled(20, scope)
  const findings: Finding[] = []
  for (const [claim, fault] of Object.entries(faults)) {
    const problems: string[] = []
    let tried = 0
    while (tried < times && !scope.signal.aborted) {
      logProgress(`disk: ${claim.split(':')[0]} ${++tried} of ${times}`)
      const problem = await fault(whole)
      if (problem !== undefined) problems.push(problem)
    }
    findings.push({
      claim,
      measured: `${tried - problems.length} of ${tried}${problems[0] ? `; not: ${problems[0].replaceAll('\n', ' ').slice(0, 300)}` : ''}`,
      holds: tried > 0 && problems.length === 0,
    })
  }
  return findings
}

const importInto = (datadir: string) => [
  'import',
  sample.chain,
  '--genesis',
  sample.genesis,
  '--datadir',
  datadir,
]

/** What is wrong with an end: another exit code than 2, or no sentence of one line. */
function checkRefusal({ code, text }: Awaited<ReturnType<typeof runLectern>>): Outcome {
  const lines = text.trim().split('\n')
  const isSentence = lines.length <= 2 && /^lectern: .*\.$/.test(lines.at(-1)!)
  return code === 2 && isSentence ? undefined : `exit ${code}: ${text}`
}

async function checkRefusals(
  datadir: string,
  commands = [
    importInto(datadir),
    ['serve', '--datadir', datadir, '--http.port', '0'],
    ['verify', '--datadir', datadir],
  ],
): Promise<Outcome> {
  for (const args of commands) {
    const problem = checkRefusal(await runLectern(args))
    if (problem !== undefined) return `${args[0]}: ${problem}`
  }
  return undefined
}

async function fillDisk(whole: string): Promise<Outcome> {
  // Less than the store takes at its end: each try stops elsewhere.
  const kilobytes = 64 + Math.floor(Math.random() * (statSync(join(whole, FILE)).blocks / 2 - 96))
  return withMount('tmpfs', ['-o', `size=${kilobytes}k`], async (folder) => {
    const datadir = join(folder, 'history')
    const { code, text } = await runLectern(importInto(datadir))
    if (code === 0) return undefined // it had room enough
    const problem = checkRefusal({ code, text })
    if (problem !== undefined) return problem
    const verified = await runLectern(['verify', '--datadir', datadir])
    const isNothing = /holds no (?:store|block)|does not exist/.test(verified.text)
    return verified.code === 0 || isNothing
      ? undefined
      : `then verify: exit ${verified.code}: ${verified.text}`
  })
}

async function spendDescriptors(whole: string): Promise<Outcome> {
  // oxfmt-ignore
  const served = await serve(['--datadir', whole, '--http.timeouts.header', '60'], ['prlimit', '--nofile=96:96'])
  const sockets = Array.from({ length: 400 }, () =>
    connect({ port: served.port, host: '127.0.0.1' }).on('error', () => {}),
  )
  await wait(1_000)
  for (const socket of sockets) socket.destroy()
  // Nothing shows when the server has noticed that they are closed; until then a new one is reset.
  let right = false
  for (let tries = 0; tries < 20 && !right; tries++) {
    await wait(250)
    ;({ right } = await askServer(served.url).catch(() => ({ right: false })))
  }
  const code = await served.stop()
  return right && code === 0
    ? undefined
    : `answered ${right ? 'right' : 'wrong'}, exit ${code}: ${served.log()}`
}

function forbidWriting(whole: string): Promise<Outcome> {
  return withMount(whole, ['--bind', '-o', 'ro'], (folder) => checkRefusals(folder))
}

async function writeNewer(whole: string): Promise<Outcome> {
  const datadir = copyStore(whole)
  const tables = openTables(datadir, { readOnly: false })
  const text = Buffer.from('{"format":99,"chain":null}\0\0\0\0')
  tables.meta.putSync('identity', seal(text, text.length - 4, sealOf('meta', 0)))
  await tables.root.close()
  const problem = await checkRefusals(datadir)
  return problem
}

async function writeTwice(): Promise<Outcome> {
  const datadir = join(temporaryFolder(), 'history')
  const first = runLectern(importInto(datadir))
  const seconds = Array.from({ length: 3 }, () => runLectern(importInto(datadir)))
  const ends = await Promise.all([first, ...seconds])
  const refused = ends.filter(({ code }) => code !== 0)
  const problem = refused.map(checkRefusal).find((each) => each !== undefined)
  if (problem !== undefined) return problem
  if (refused.length === ends.length) return 'none was let in'
  const verified = await runLectern(['verify', '--datadir', datadir])
  return verified.code === 0 ? undefined : `then verify: ${verified.text}`
}

/** A mapped page that is gone is a SIGBUS, which no program can answer: workers end by it, and their successors refuse the file. */
async function cutFile(whole: string): Promise<Outcome> {
  const datadir = copyStore(whole)
  const served = await serve(['--datadir', datadir, '--workers', '2'])
  truncateSync(join(datadir, FILE), 16_384)
  for (let turn = 0; turn < 5; turn++)
    await askServer(served.url, undefined, AbortSignal.timeout(2_000)).catch(() => {})
  const ended = await Promise.race([served.ended, wait(30_000)])
  if (ended === undefined) {
    const left = listFamily(served.pid).length
    await served.stop()
    return `still running with ${left} processes after 30 s: ${served.log().slice(-300)}`
  }
  return ended === 1 && /cut off|damaged/.test(served.log())
    ? undefined
    : `exit ${ended}: ${served.log().slice(-300)}`
}

function copyStore(whole: string): string {
  const datadir = temporaryFolder()
  copyFileSync(join(whole, FILE), join(datadir, FILE))
  return datadir
}

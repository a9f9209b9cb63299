import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A change of files by a program, in order; `say` is a line of its standard output. */
export type Step =
  | { readonly kind: 'make'; readonly path: string; readonly isFolder: boolean }
  | { readonly kind: 'remove' | 'sync'; readonly path: string }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string }
  | { readonly kind: 'resize'; readonly path: string; readonly size: number }
  | {
      readonly kind: 'write'
      readonly path: string
      readonly at: number
      readonly bytes: Buffer
      /** Whether it is on the disk when it returns (O_DSYNC). */
      readonly isSynced: boolean
    }
  | { readonly kind: 'say'; readonly text: string }

/** Whether system calls can be recorded here. */
export const canRecord: boolean =
  spawnSync('strace', ['-f', '--seccomp-bpf', '-o', '/dev/null', 'true']).status === 0

/** Runs a program of this folder and records, system call by system call, what it does to the files below a folder. */
export async function record(program: string, args: readonly string[], folder: string): Promise<Step[]> {
  const scratch = mkdtempSync(join(tmpdir(), 'lectern-trace-'))
  const log = join(scratch, 'log')
  try {
    const path = fileURLToPath(new URL(program, import.meta.url))
    const child = spawn('strace', [...strace, '-o', log, process.execPath, path, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, UV_USE_IO_URING: '0' }, // its writes pass by strace
    })
    child.stdout.resume()
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`${program} ended with ${code}.`)
    return readTrace(readFileSync(log, 'latin1'), folder)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

// What a kernel does not know is left out (?); what is traced and not understood below is an error.
const calls = `?open openat ?creat close dup ?dup2 dup3 fcntl lseek write writev pwrite64 pwritev pwritev2 ftruncate truncate fallocate copy_file_range
sendfile splice fsync fdatasync sync_file_range sync syncfs msync mmap ?mkdir mkdirat ?rename renameat renameat2 ?unlink unlinkat ?rmdir ?link linkat ?symlink symlinkat`
// oxfmt-ignore
const strace = ['-f', '-y', '-xx', '-s', '1000000000', '--seccomp-bpf', '-e', 'signal=none', '-e', `trace=${calls.split(/\s+/).join()}`]

/** The steps of what strace wrote: a line a call, `pid name(arguments) = result`, cut in two where another thread's comes between. */
function readTrace(text: string, folder: string): Step[] {
  const begun = new Map<string, string>()
  const open = new Map<string, { at: number; readonly isSynced: boolean }>()
  const steps: Step[] = []
  for (const line of text.split('\n')) {
    const [, pid, rest] = /^(\d+) +(.*)$/.exec(line) ?? []
    if (rest === undefined) continue
    if (rest.endsWith(' <unfinished ...>')) {
      begun.set(pid!, rest.slice(0, -' <unfinished ...>'.length))
      continue
    }
    const whole = rest.startsWith('<...')
      ? begun.get(pid!)! + rest.replace(/^<\.\.\. \w+ resumed>/, '')
      : rest
    const [, name, given, result] = /^(\w+)\((.*)\) += (-?\d+)/.exec(whole) ?? []
    if (name === undefined || Number(result) < 0) continue
    steps.push(...readCall({ name, given: given!, result: Number(result), end: whole }, folder, open))
  }
  return steps
}

interface Call {
  readonly name: string
  /** Its arguments: strings as \x and two digits an octet, descriptors followed by their file in <>. */
  readonly given: string
  readonly result: number
  readonly end: string
}

function readCall(
  { name, given, result, end }: Call,
  folder: string,
  open: Map<string, { at: number; readonly isSynced: boolean }>,
): Step[] {
  const isBelow = (path: string) => path === folder || path.startsWith(`${folder}/`)
  const strings = [...given.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, octets]) => toBytes(octets!))
  const numbers = given.replaceAll(/"[^"]*"|<[^>]*>/g, '').split(', ')
  if (/^(open|openat|creat)$/.test(name)) {
    const path = toPath(strings[0]!)
    if (!isBelow(path)) return []
    open.set(String(result), { at: 0, isSynced: /O_D?SYNC/.test(given) })
    if (given.includes('O_APPEND')) throw new Error(`This opening is not understood: ${given}`)
    return [
      ...(given.includes('O_CREAT') ? [{ kind: 'make', path, isFolder: false } as const] : []),
      ...(given.includes('O_TRUNC') ? [{ kind: 'resize', path, size: 0 } as const] : []),
    ]
  }
  if (/^(mkdir|unlink|rename|truncate|rmdir|link|symlink)/.test(name)) {
    const [path, to] = strings.map(toPath) as [string, string?]
    if (!isBelow(path)) return []
    if (name.startsWith('mkdir')) return [{ kind: 'make', path, isFolder: true }]
    if (/^(unlink|rmdir)/.test(name)) return [{ kind: 'remove', path }]
    if (name.startsWith('rename')) return [{ kind: 'rename', path, to: to! }]
    if (name === 'truncate') return [{ kind: 'resize', path, size: Number(numbers[1]) }]
    throw new Error(`This call is not understood: ${name}(${given})`)
  }
  const [, descriptor, file] = /(?:^|, )(\d+)<((?:\\x[0-9a-f]{2})*)>/.exec(given) ?? []
  if (descriptor === undefined) return []
  if (descriptor === '1' && name === 'write') return [{ kind: 'say', text: strings[0]!.toString().trimEnd() }]
  const path = toBytes(file!).toString()
  if (!isBelow(path) || path.endsWith('-lock')) return [] // LMDB's lock is made anew by the first who opens the store
  const handle = open.get(descriptor)!
  const bytes = Buffer.concat(strings)
  const write = (at: number): Step => ({
    kind: 'write',
    path,
    at,
    bytes: bytes.subarray(0, result),
    isSynced: handle.isSynced,
  })
  switch (name) {
    case 'close':
      return []
    case 'lseek':
      handle.at = result
      return []
    case 'write':
    case 'writev':
      handle.at += result
      return [write(handle.at - result)]
    case 'pwrite64':
      return [write(Number(numbers.at(-1)))]
    case 'ftruncate':
      return [{ kind: 'resize', path, size: Number(numbers[1]) }]
    case 'fsync':
    case 'fdatasync':
      return [{ kind: 'sync', path }]
    case 'fcntl':
      if (!/F_DUPFD|F_SETFL/.test(given)) return []
      break
    case 'mmap':
      if (!given.includes('PROT_WRITE') || given.includes('MAP_PRIVATE')) return []
  }
  throw new Error(`This call is not understood: ${name}(${end.slice(0, 300)})`)
}

const toBytes = (octets: string): Buffer => Buffer.from(octets.replaceAll('\\x', ''), 'hex')
const toPath = (bytes: Buffer): string => resolve(bytes.toString())

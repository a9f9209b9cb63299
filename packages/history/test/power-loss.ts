import { dirname } from 'node:path'
import type { Step } from './recording.ts'

/** The content of a disk after a loss of power. */
export interface Remains {
  /** By path. */
  readonly files: ReadonlyMap<string, Content | 'folder'>
  /** How many lines had been said by then. */
  readonly said: number
  /** The step at which it went. */
  readonly at: number
}

/** A file's bytes; what lies between them and its size is zero. */
export interface Content {
  bytes: Buffer
  size: number
}

export interface LossOptions {
  /** The recorded files lie in it; it exists before. */
  readonly folder: string
  readonly times: number
  readonly random: (limit: number) => number
}

/**
 * Yields what a loss of power may leave at each step: all that was synced, and all or any part of what was not. `times` parts are drawn over the steps: each sector of 512 or 4,096 bytes, and each change of a size, is there or not. Names are on the disk once their folder is synced. Later changes of names are there in order, up to a random one. A sector is written whole or not at all: so disks promise, and LMDB's first pages rely on it.
 */
export function* losePower(
  steps: readonly Step[],
  { folder, times, random }: LossOptions,
): Generator<Remains> {
  const disk: Disk = { folder, names: new Map(), pendingNames: [], contents: [], pending: [] }
  const seen = new Map<string, number>() // names, as programs see them, of files by number
  let said = 0
  for (const [at, step] of steps.entries()) {
    issue(disk, seen, step)
    if (step.kind === 'say') said++
    yield { files: collect(disk, { remains: () => true, names: disk.pendingNames.length }), said, at }
    const share = (end: number) => Math.floor((times * end) / steps.length)
    for (let time = share(at); time < share(at + 1); time++) {
      const [sector, part] = [random(2) === 0 ? 512 : 4_096, 1 + random(99)]
      const names = random(disk.pendingNames.length + 1)
      yield { files: collect(disk, { remains: () => random(100) < part, names, sector }), said, at }
    }
    settle(disk, seen, step)
  }
}

interface Disk {
  readonly folder: string
  /** On the disk: path to number of file. */
  readonly names: Map<string, number>
  pendingNames: { readonly path: string; readonly file: number | undefined }[]
  readonly contents: (Content | 'folder')[]
  /** Writes to files that may not be on the disk. */
  pending: { readonly file: number; readonly step: Write | Resize }[]
}
type Write = Extract<Step, { kind: 'write' }>
type Resize = Extract<Step, { kind: 'resize' }>

/** Applies a step in memory, which the disk may write at any time. */
function issue(disk: Disk, seen: Map<string, number>, step: Step): void {
  const name = (path: string, file: number | undefined) => {
    disk.pendingNames.push({ path, file })
    setName(seen, path, file)
  }
  if (step.kind === 'make' && !seen.has(step.path)) {
    disk.contents.push(step.isFolder ? 'folder' : { bytes: Buffer.alloc(0), size: 0 })
    name(step.path, disk.contents.length - 1)
  } else if (step.kind === 'remove') name(step.path, undefined)
  else if (step.kind === 'rename') {
    name(step.to, seen.get(step.path)!)
    name(step.path, undefined)
  } else if (step.kind === 'write' || step.kind === 'resize')
    disk.pending.push({ file: seen.get(step.path)!, step })
}

/** Applies a step that reaches the disk. */
function settle(disk: Disk, seen: ReadonlyMap<string, number>, step: Step): void {
  const apply = ({ file, step }: Disk['pending'][number]) => change(disk.contents[file] as Content, step)
  if (step.kind === 'write' && step.isSynced) apply(disk.pending.pop()!)
  if (step.kind !== 'sync') return
  const synced = seen.get(step.path)
  for (const each of disk.pending) if (each.file === synced) apply(each)
  disk.pending = disk.pending.filter(({ file }) => file !== synced)
  for (const { path, file } of disk.pendingNames)
    if (dirname(path) === step.path) setName(disk.names, path, file)
  disk.pendingNames = disk.pendingNames.filter(({ path }) => dirname(path) !== step.path)
}

/** Returns the files on the disk with this many of the waiting names, and these writes. */
function collect(
  { folder, contents, pending, ...disk }: Disk,
  { remains, names: count, sector = Infinity }: { remains: () => boolean; names: number; sector?: number },
): Remains['files'] {
  const names = new Map(disk.names)
  for (const { path, file } of disk.pendingNames.slice(0, count)) setName(names, path, file)
  const files = new Map<string, Content | 'folder'>()
  for (const [path, file] of [...names].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const found = contents[file]!
    if (dirname(path) !== folder && !files.has(dirname(path))) continue // its folder is not there
    const left = found === 'folder' ? found : { ...found, bytes: Buffer.from(found.bytes) }
    files.set(path, left)
    if (left === 'folder') continue
    for (const { step } of pending.filter((each) => each.file === file))
      for (const piece of cut(step, sector)) if (remains()) change(left, piece)
  }
  return files
}

const setName = (names: Map<string, number>, path: string, file: number | undefined): void => {
  if (file === undefined) names.delete(path)
  else names.set(path, file)
}

function* cut(step: Write | Resize, sector: number): Generator<Write | Resize> {
  if (step.kind === 'resize' || sector === Infinity) return yield step
  const { at, bytes } = step
  for (let from = at; from < at + bytes.length;) {
    const end = Math.min(at + bytes.length, from - (from % sector) + sector)
    yield { ...step, at: from, bytes: bytes.subarray(from - at, end - at) }
    from = end
  }
}

function change(content: Content, step: Write | Resize): void {
  if (step.kind === 'resize') {
    content.size = step.size
    content.bytes = content.bytes.subarray(0, step.size)
    return
  }
  const end = step.at + step.bytes.length
  if (content.bytes.length < end) content.bytes = Buffer.concat([content.bytes], end)
  step.bytes.copy(content.bytes, step.at)
  content.size = Math.max(content.size, end)
}

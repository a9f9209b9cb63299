import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

/** A recorded block of any chain, in its node's JSON, and what the corpus says about it. */
export interface RecordedBlock {
  readonly name: string
  readonly chainId: number
  readonly block: Json
  readonly receipts: readonly Json[] | undefined
  /** Whether the header's hash, the transactionsRoot and the receiptsRoot follow from the JSON. */
  readonly follows: { readonly header: boolean; readonly transactions: boolean; readonly receipts: boolean }
}

/** A JSON object of a node. */
export type Json = Readonly<Record<string, unknown>>

/** Reads the blocks that the table of the folder's README lists. */
export function readRecorded(folder: string): RecordedBlock[] {
  const rows = readFileSync(`${folder}/README.md`, 'utf8').matchAll(/^\| `(\S+)\.json\.gz` \|(.*)$/gm)
  return [...rows].flatMap(([, name, row]) => {
    const columns = row!.split('|').map((text) => text.trim())
    if (columns.length < 9) return [] // a single transaction or receipt
    const [header, transactions, receipts] = columns.slice(7, 10).map((text) => text === 'yes')
    const follows = { header: header!, transactions: transactions!, receipts: receipts! }
    const json = readPacked(`${folder}/${name}.json.gz`) as Omit<RecordedBlock, 'name' | 'follows'>
    return [{ ...json, name: name!, follows }]
  })
}

/** Reads a packed JSON file. */
export const readPacked = (path: string): unknown => JSON.parse(gunzipSync(readFileSync(path)).toString())

/** How JSON that was written differs from a node's: members that are absent or other, and members that it has more. */
export interface Differences {
  readonly lost: readonly string[]
  readonly added: readonly string[]
}

/** Returns the differences of written JSON from a node's, as pointers with `*` for an index; each once. */
export function compareJson(given: unknown, written: unknown): Differences {
  const lost = new Set<string>()
  const added = new Set<string>()
  compare(given, written, '')
  return { lost: [...lost].toSorted(), added: [...added].toSorted() }

  function compare(given: unknown, written: unknown, path: string): void {
    const isObject = [given, written].every((value) => typeof value === 'object' && value !== null)
    if (!isObject || Array.isArray(given) !== Array.isArray(written)) {
      if (!Object.is(given, written)) lost.add(path)
      return
    }
    const names = new Set([...Object.keys(given as Json), ...Object.keys(written as Json)])
    for (const name of names) {
      const at = `${path}/${Array.isArray(given) ? '*' : name}`
      if (!Object.hasOwn(given as Json, name)) added.add(at)
      else compare((given as Json)[name], (written as Json)[name], at)
    }
  }
}

/**
 * Returns the differences that are right of `{ block, receipts }`. A total difficulty of old nodes is not written, nor what Sonic's add or
 * measure in another way. Members that nodes of today write are added to those that old nodes or the corpus left out.
 */
export const allowedDifferences = (name: string): Differences => ({
  lost: [
    '/block/totalDifficulty',
    ...(name.startsWith('eth/sonic') ? ['/block/epoch', '/block/size', '/block/timestampNano'] : []),
  ],
  added: [
    '/block/withdrawals',
    ...['blockTimestamp', 'chainId', 'mint', 'type', 'yParity'].map(
      (name) => `/block/transactions/*/${name}`,
    ),
    ...['effectiveGasPrice', 'type', 'logs/*/blockTimestamp'].map((name) => `/receipts/*/${name}`),
  ],
})

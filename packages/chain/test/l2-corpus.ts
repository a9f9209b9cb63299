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

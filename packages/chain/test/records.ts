import { readdirSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { fromHex } from '../src/index.ts'

/** A real block of the corpus, in bytes. Members that the source lacks are null. */
export interface BlockRecord {
  readonly network: string
  readonly chainId: bigint
  readonly number: bigint
  readonly hash: string
  readonly timestamp: bigint
  readonly header: Uint8Array
  readonly transactions: readonly Uint8Array[] | null
  readonly senders: readonly (string | null)[]
  readonly uncles: readonly Uint8Array[] | null
  readonly withdrawals: readonly Uint8Array[] | null
  readonly receipts: readonly Uint8Array[] | null
}

/** The config of each network whose blocks are complete, as its genesis.json has it. */
export const genesisConfigs: Readonly<Record<string, { chainId: number; [member: string]: unknown }>> = {
  mainnet: {
    chainId: 1,
    cancunTime: 1710338135,
    pragueTime: 1746612311,
    osakaTime: 1764798551,
    bpo1Time: 1765290071,
    bpo2Time: 1767747671,
    blobSchedule: { bpo1: { baseFeeUpdateFraction: 8346193 }, bpo2: { baseFeeUpdateFraction: 11684671 } },
  },
  sepolia: { chainId: 11155111, cancunTime: 1706655072, pragueTime: 1741159776 },
  goerli: { chainId: 5, cancunTime: 1705473120 },
}

/** The records of one network. */
export function* readRecords(folder: string, network: string): Generator<BlockRecord> {
  const lines = gunzipSync(readFileSync(`${folder}/${network}.ndjson.gz`))
    .toString()
    .trimEnd()
    .split('\n')
  for (const line of lines) {
    const record = JSON.parse(line)
    yield {
      network,
      chainId: BigInt(record.chainId),
      number: BigInt(record.number),
      hash: record.hash,
      timestamp: BigInt(record.timestamp),
      header: fromHex(record.header),
      transactions: record.txs?.map(fromHex) ?? null,
      senders: record.senders ?? [],
      uncles: record.uncles?.map(fromHex) ?? null,
      withdrawals: record.withdrawals?.map(fromHex) ?? null,
      receipts: record.receipts?.map(fromHex) ?? null,
    }
  }
}

/** The networks that the folder has blocks of. */
export function networks(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => (name.endsWith('.ndjson.gz') ? [name.slice(0, -10)] : []))
}

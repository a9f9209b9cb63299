import { gunzipSync } from 'node:zlib'
import {
  type ChainConfig,
  encodeHeader,
  fromHex,
  hashHeader,
  type Header,
  keccak256,
  orderedTrieRoot,
  parseChainConfig,
  type RawBlock,
} from '@lectern/chain'
import {
  encodeList,
  fieldForks,
  type ForkField,
  hashRequests,
  type HeaderFork,
} from '@lectern/chain/internal'
import { familyOf } from '@lectern/chain/families'
import { isGzip, readWhole } from '../archive/archive-file.ts'
import { HistoryError, reasonOf } from '../error.ts'
import { ofFamily } from '../family.ts'
import { type GenesisConfig, readConfig } from './genesis-config.ts'
import { genesisError, readBytes, readInteger, readMembers, readObject } from './genesis-values.ts'
import type { GenesisState } from './state.ts'

/** A genesis.json that was read: its chain, its block, and the state that execution starts from. */
export interface Genesis {
  /** The identity of the chain, for a store. */
  readonly chain: { readonly genesisHash: Uint8Array; readonly config: ChainConfig }
  /** Block 0, which has a header and nothing else. */
  readonly block: RawBlock
  readonly config: GenesisConfig
  readonly header: GenesisHeader
  readonly state: GenesisState
}

/** The members of a genesis.json for its block's header, with their defaults. */
export type GenesisHeader = Required<
  Pick<Header, 'parentHash' | 'miner' | 'difficulty' | 'number' | 'gasLimit' | 'gasUsed' | 'timestamp'> &
    Pick<Header, 'extraData' | 'mixHash' | 'nonce' | 'baseFeePerGas' | 'blobGasUsed' | 'excessBlobGas'> &
    Pick<Header, 'slotNumber'>
>

/** Reads a genesis.json in geth's format, plain or gzipped. Throws HistoryError `archive` or `genesis`, which name the file. */
export async function readGenesis(path: string): Promise<Genesis> {
  const bytes = await readWhole(path)
  try {
    const text = isGzip(bytes) ? gunzipSync(bytes) : bytes
    return await parseGenesis(JSON.parse(text.toString(), exactDifficulty))
  } catch (cause) {
    const reason = reasonOf(cause)
    const isKnown = cause instanceof HistoryError
    const fault = isKnown ? `: ${reason.replace(/^genesis: /, '')}` : ` is no genesis: ${reason}`
    throw new HistoryError('genesis', `${path}${fault}.`, { cause })
  }
}

/** Reads a parsed genesis.json. Throws HistoryError `genesis`. */
export async function parseGenesis(json: unknown): Promise<Genesis> {
  const members = readMembers('the file', json)
  const config = readConfig(members['config'])
  const header = readHeader(members)
  checkKnown(config, header)
  const { createState } = await import('./state.ts') // its libraries take most of a second to load
  const state = await createState(readObject('alloc', members['alloc'] ?? {}))
  const rlp = encodeBlockHeader(header, config, state.root)
  const { chainId, forks, blobSchedule } = config
  return {
    chain: {
      genesisHash: hashHeader(rlp),
      config: ofFamily(parseChainConfig({ ...forks, chainId, blobSchedule }), familyOf(chainId)),
    },
    block: {
      header: rlp,
      transactions: [],
      uncles: [],
      receipts: [],
      ...(isActive(config, header, 'shanghai') && { withdrawals: [] }),
    },
    config,
    header,
    state,
  }
}

// Mainnet's total difficulty has more digits than a number of JSON.
const exactDifficulty = (key: string, value: unknown, context?: { source?: string }) =>
  key.toLowerCase() === 'terminaltotaldifficulty' && typeof value === 'number' && context?.source
    ? BigInt(context.source)
    : value

const readHeader = (members: Record<string, unknown>): GenesisHeader => ({
  parentHash: readBytes('parentHash', members['parenthash'], 32),
  miner: readBytes('coinbase', members['coinbase'], 20),
  difficulty: readInteger('difficulty', members['difficulty'], 131_072n), // geth's default
  number: readInteger('number', members['number'], 0n),
  gasLimit: readInteger('gasLimit', members['gaslimit'], 4_712_388n), // geth's default
  gasUsed: readInteger('gasUsed', members['gasused'], 0n),
  timestamp: readInteger('timestamp', members['timestamp'], 0n),
  extraData: readBytes('extraData', members['extradata']),
  mixHash: readBytes('mixHash', members['mixhash'], 32),
  nonce: fromHex(`0x${readInteger('nonce', members['nonce'], 0n).toString(16).padStart(16, '0')}`),
  baseFeePerGas: readInteger('baseFeePerGas', members['basefeepergas'], 1_000_000_000n), // EIP-1559
  blobGasUsed: readInteger('blobGasUsed', members['blobgasused'], 0n),
  excessBlobGas: readInteger('excessBlobGas', members['excessblobgas'], 0n),
  slotNumber: readInteger('slotNumber', members['slotnumber'], 0n),
})

/** Throws HistoryError `genesis` for an unknown fork that may change the genesis block. */
const checkKnown = ({ unknownForks }: GenesisConfig, { timestamp }: GenesisHeader) => {
  for (const [fork, from] of Object.entries(unknownForks))
    if (from <= (/block$/i.test(fork) ? 0n : timestamp))
      throw genesisError(
        `config.${fork} names a fork that holds at its block, and is not known: a newer lectern is needed.`,
      )
}

// The forks that hold at block 0 add their fields, as they do to any header.
const encodeBlockHeader = (header: GenesisHeader, config: GenesisConfig, stateRoot: Uint8Array) => {
  const { baseFeePerGas, blobGasUsed, excessBlobGas, slotNumber, ...rest } = header
  const added: Required<Pick<Header, ForkField>> = {
    baseFeePerGas,
    withdrawalsRoot: emptyRoot,
    blobGasUsed,
    excessBlobGas,
    parentBeaconBlockRoot: new Uint8Array(32),
    requestsHash: emptyRequestsHash,
    blockAccessListHash: emptyListHash,
    slotNumber,
  }
  const active = Object.entries(added).filter(([field]) =>
    isActive(config, header, fieldForks[field as ForkField]),
  )
  return encodeHeader({
    ...rest,
    sha3Uncles: emptyListHash,
    stateRoot,
    transactionsRoot: emptyRoot,
    receiptsRoot: emptyRoot,
    logsBloom: new Uint8Array(256),
    ...Object.fromEntries(active),
  })
}

const isActive = ({ forks }: GenesisConfig, { timestamp }: GenesisHeader, fork: HeaderFork) =>
  forks['londonBlock'] === 0 && (fork === 'london' || (forks[`${fork}Time`] ?? Infinity) <= timestamp)

const emptyRoot = orderedTrieRoot([])
const emptyListHash = keccak256(encodeList([]))
const emptyRequestsHash = hashRequests([])

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Block, createBlock } from '@ethereumjs/block'
import { Common, parseGethGenesis, parseGethGenesisState } from '@ethereumjs/common'
import { Caches, MerkleStateManager } from '@ethereumjs/statemanager'
import { createTxFromRLP } from '@ethereumjs/tx'
import { buildBlock, createVM } from '@ethereumjs/vm'
import { fromHex, toHex } from '@lectern/chain'
import { type Hex } from '@lectern/chain/internal'
import { loadCrypto } from '@lectern/history/testing'
import { beaconRoots } from '@lectern/fixtures/contracts'
import { accounts, chainId, genesisTime } from '@lectern/rivals/nodes/accounts'
import { signMix } from './mix.ts'

/** A chain to serve: the folder with genesis.json, chain.rlp and headfcu.json, and its transactions, signed, block by block. */
export interface ServedChain {
  readonly name: string
  readonly folder: string
  readonly genesis: string
  readonly head: Hex
  readonly transactions: readonly (readonly Hex[])[]
}

/** How large a chain is. */
export interface Size {
  readonly blocks?: number
  /** Transactions of each block. */
  readonly count?: number
}

/** The chain of so many blocks of so many transactions, below `.lectern/bench`; executed and written on first use, in a minute. */
export async function makeServedChain({ blocks = 50, count = 175 }: Size = {}): Promise<ServedChain> {
  const name = `serving-${blocks}x${count}`
  const folder = fileURLToPath(new URL(`../../../.lectern/bench/${name}`, import.meta.url))
  if (!existsSync(folder)) await writeChain(folder, await signMix(blocks, count))
  const { head, transactions } = JSON.parse(
    readFileSync(`${folder}/transactions.json`, 'utf8'),
  ) as ServedChain
  return { name, folder, genesis: `${folder}/genesis.json`, head, transactions }
}

async function writeChain(folder: string, transactions: readonly (readonly Hex[])[]): Promise<void> {
  process.stderr.write(`Makes ${folder} (once) …\n`)
  const chain = await execute(transactions)
  const head = toHex(chain.at(-1)!.hash())
  const state = { headBlockHash: head, safeBlockHash: head, finalizedBlockHash: head }
  const files = {
    'genesis.json': JSON.stringify(genesis),
    'chain.rlp': Buffer.concat(chain.map((block) => block.serialize())),
    'headfcu.json': JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'engine_forkchoiceUpdatedV3',
      params: [state, null],
    }),
    'transactions.json': JSON.stringify({ head, transactions }),
  }
  const made = `${folder}.${process.pid}`
  mkdirSync(made, { recursive: true })
  for (const [name, content] of Object.entries(files)) writeFileSync(`${made}/${name}`, content)
  if (existsSync(folder)) rmSync(made, { recursive: true }) // another process was as quick
  else renameSync(made, folder)
}

async function execute(transactions: readonly (readonly Hex[])[]): Promise<Block[]> {
  const chain = parseGethGenesis(genesis as never, 'serving')
  const common = new Common({ chain: chain as never, hardfork: 'cancun', customCrypto: await loadCrypto() })
  const stateManager = new MerkleStateManager({ common: common.copy(), caches: new Caches() })
  await stateManager.generateCanonicalGenesis(parseGethGenesisState(genesis as never))
  const vm = await createVM({ common, stateManager })
  const header = {
    gasLimit: genesis.gasLimit,
    timestamp: genesis.timestamp,
    baseFeePerGas: genesis.baseFeePerGas,
  }
  const stateRoot = await stateManager.getStateRoot()
  const blocks = [
    createBlock({ header: { ...header, difficulty: 0n, stateRoot }, withdrawals: [] }, { common }),
  ]
  for (const signed of transactions) {
    const parent = blocks.at(-1)!
    const headerData = {
      timestamp: genesisTime + 12 * blocks.length,
      gasLimit: parent.header.gasLimit,
      baseFeePerGas: parent.header.calcNextBaseFee(),
      excessBlobGas: 0n,
      parentBeaconBlockRoot: new Uint8Array(32).fill(blocks.length),
    }
    const blockOpts = { putBlockIntoBlockchain: false, common }
    const builder = await buildBlock(vm, { parentBlock: parent, headerData, withdrawals: [], blockOpts })
    for (const one of signed) await builder.addTransaction(createTxFromRLP(fromHex(one), { common }))
    blocks.push((await builder.build()).block)
  }
  return blocks.slice(1)
}

const forks = [
  'homestead',
  'eip150',
  'eip155',
  'eip158',
  'byzantium',
  'constantinople',
  'petersburg',
  'istanbul',
  'berlin',
  'london',
]

// geth's format. The accounts are those that development nodes make of the same words.
const genesis = {
  config: {
    chainId,
    ...Object.fromEntries(forks.map((fork) => [`${fork}Block`, 0])),
    mergeNetsplitBlock: 0,
    terminalTotalDifficulty: 0,
    terminalTotalDifficultyPassed: true,
    shanghaiTime: 0,
    cancunTime: 0,
    blobSchedule: { cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 } },
  },
  nonce: '0x0',
  timestamp: `0x${genesisTime.toString(16)}`,
  extraData: '0x',
  gasLimit: `0x${(30_000_000).toString(16)}`,
  difficulty: '0x0',
  mixHash: `0x${'00'.repeat(32)}`,
  coinbase: `0x${'00'.repeat(20)}`,
  baseFeePerGas: '0x3b9aca00',
  alloc: Object.fromEntries([
    ...accounts.map(({ address }) => [
      address.slice(2).toLowerCase(),
      { balance: `0x${(10n ** 22n).toString(16)}` },
    ]),
    [beaconRoots.address.slice(2), { balance: '0x0', nonce: '0x1', code: beaconRoots.code }],
  ]),
  number: '0x0',
  gasUsed: '0x0',
  parentHash: `0x${'00'.repeat(32)}`,
} as const

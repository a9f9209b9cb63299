import { type Block, createBlockFromBytesArray, paramsBlock } from '@ethereumjs/block'
import { createBlockchain, EthashConsensus } from '@ethereumjs/blockchain'
import { type ChainConfig, Common, ConsensusAlgorithm, Hardfork, parseGethGenesis } from '@ethereumjs/common'
import { paramsTx } from '@ethereumjs/tx'
import { createVM, encodeReceipt, runBlock, type VM } from '@ethereumjs/vm'
import { decodeHeader, type Header, type RawBlock, splitBlock, toHex } from '@lectern/chain'
import {
  checkFields,
  countItems,
  decodeRlp,
  encodeBlock,
  envelopeType,
  equalBytes,
  GAS_PER_BLOB,
  splitHeader,
  toQuantity,
} from '@lectern/chain/internal'
import type { BlockName } from '@lectern/consensus'
import { HistoryError } from '../error.ts'
import { loadCrypto } from './crypto.ts'
import type { Genesis } from './genesis.ts'
import { genesisError } from './genesis-values.ts'
import { explain } from './reason.ts'

export interface ExecutedBlock extends RawBlock {
  readonly number: bigint
  /** In camel case. */
  readonly fork: string
}

/** Creates a function that executes the next block, or throws HistoryError `block`. `merge`: the first block of proof of stake, or Infinity. */
export async function createExecutor(
  genesis: Genesis,
  merge: number,
): Promise<(rlp: Uint8Array) => Promise<ExecutedBlock>> {
  if (genesis.config.unexecutable !== undefined) throw genesisError(genesis.config.unexecutable)
  const common = new Common({
    chain: toChain(genesis, merge),
    hardfork: 'chainstart',
    customCrypto: await loadCrypto(),
  })
  // Otherwise each block and transaction would set them anew, in a tenth of an import's time.
  common.updateParams(paramsBlock)
  common.updateParams(paramsTx)
  const blockchain = await createBlockchain({
    common: common.copy(),
    genesisBlock: readBlock(encodeBlock(genesis.block), common),
    validateBlocks: true,
    validateConsensus: false, // test chains have no seals of proof of work; each block's hash proves its own seal's bytes
    consensusDict: {
      // This checks difficulties, and seals only where consensus is validated.
      [ConsensusAlgorithm.Ethash]: new EthashConsensus({ verifyPOW: () => Promise.resolve(false) }),
    },
    hardforkByHeadBlockNumber: true,
  })
  const stateManager = genesis.state.open()
  const vm = await createVM({ common: common.copy(), blockchain, stateManager, setHardfork: true })
  let last: BlockName = { number: 0n, hash: genesis.chain.genesisHash }
  return async (rlp) => {
    let where = `after block ${last.number}`
    try {
      const header = decodeHeader(splitHeader(rlp))
      const { number, timestamp } = header
      const fork = nameFork(common.getHardforkBy({ blockNumber: number, timestamp }))
      where = `block ${number} (${fork})`
      checkNext(header, last)
      const items = countItems(rlp)
      if (items > MOST_ITEMS)
        throw new Error(`it holds ${items} items of RLP, but ${MOST_ITEMS} are the most.`)
      const body = splitBlock(rlp)
      checkFields(header)
      for (const transaction of body.transactions) envelopeType(transaction, 'transaction')
      const block = readBlock(rlp, common)
      if (block.common.gteHardfork(Hardfork.Osaka) && rlp.length > MAX_BLOCK_SIZE)
        throw new Error(`it is ${rlp.length} bytes long, but ${MAX_BLOCK_SIZE} are the most.`)
      await blockchain.putBlock(block) // header, gas limit, base fee, blob gas, uncles, and the roots of the body
      const { receipts, requests } = await runBlock(vm, {
        block,
        skipBlockValidation: true, // putBlock has done it
        clearCache: false, // each block goes on with what the one before has read
        setHardfork: true,
      })
      checkAccesses(block, vm)
      last = { number, hash: block.hash() }
      return {
        ...body,
        receipts: receipts.map((receipt, index) => encodeReceipt(receipt, block.transactions[index]!.type)),
        ...(requests && { requests: requests.map(({ bytes }) => bytes) }),
        number,
        fork,
      }
    } catch (cause) {
      const code = cause instanceof HistoryError ? cause.code : 'block'
      throw new HistoryError(code, `${where}: ${explain(cause as Error)}`, { cause })
    }
  }
}

// Translates geth's format into ethereumjs'. Both its parser and its blob limits need help.
const toChain = ({ config, header }: Genesis, merge: number): ChainConfig => {
  const { forks, blobSchedule } = config
  // From block 1 is from the genesis block, which may have the fields of Shanghai, and ethereumjs counts times from Paris on.
  const paris = merge <= 1 ? 0 : Math.min(merge, Number.MAX_SAFE_INTEGER)
  const known = Object.entries(blobSchedule).filter(([fork]) => !unknownForks.has(fork))
  const parsed = parseGethGenesis(
    {
      config: {
        ...forks,
        chainId: config.chainId,
        ...(config.depositContractAddress && { depositContractAddress: config.depositContractAddress }),
        // ethereumjs has the rules of proof of stake in Paris, and adds it only if a later fork has a time.
        mergeForkBlock: paris,
        mergeNetsplitBlock: paris,
        blobSchedule: Object.fromEntries(known),
      },
      nonce: toHex(header.nonce),
      timestamp: toQuantity(header.timestamp),
      gasLimit: toQuantity(header.gasLimit),
      difficulty: toQuantity(header.difficulty),
      alloc: {},
    },
    'custom',
  ) as unknown as ChainConfig
  const customHardforks = { ...parsed.customHardforks }
  for (const [fork, { target, max, baseFeeUpdateFraction }] of Object.entries(blobSchedule)) {
    // Its parser writes neither what is read from BPO1 on nor anything for a fork it has no definition of.
    const params = {
      target,
      max,
      targetBlobGasPerBlock: target * BLOB_GAS,
      maxBlobGasPerBlock: max * BLOB_GAS,
      blobGasPriceUpdateFraction: baseFeeUpdateFraction,
    }
    const definition = customHardforks[fork] ?? { eips: [] }
    customHardforks[fork] = { ...definition, params: { ...definition.params, ...params } }
  }
  // Its parser does not know Amsterdam, though its EVM does.
  const { amsterdamTime: timestamp } = forks
  const place = (name: string) => Object.keys(forks).indexOf(`${name}Time`)
  const hardforks = parsed.hardforks
    .concat(timestamp === undefined ? [] : { name: Hardfork.Amsterdam, block: null, timestamp })
    .toSorted((a, b) => Number(a.timestamp ?? 0) - Number(b.timestamp ?? 0) || place(a.name) - place(b.name))
  return { ...parsed, hardforks, customHardforks }
}

const BLOB_GAS = Number(GAS_PER_BLOB)

// Forks whose time ethereumjs can take but has no definition of.
const unknownForks = new Set(['bpo3', 'bpo4', 'bpo5'])

// EIP-7928: a block carries no list, so runBlock has nothing to compare.
const checkAccesses = ({ header }: Block, { evm }: VM) => {
  const { blockAccessListHash: said } = header
  const made = said && evm.blockLevelAccessList!.hash()
  if (said && made && !equalBytes(said, made))
    throw new Error(`blockAccessListHash is ${toHex(said)}, but execution gives ${toHex(made)} (EIP-7928).`)
}

const readBlock = (rlp: Uint8Array, common: Common): Block =>
  createBlockFromBytesArray(decodeRlp(rlp) as never, {
    common: common.copy(),
    params: {}, // the chain's common has them all
    setHardfork: true,
  })

const MOST_ITEMS = 2 ** 20 // the most items of a block: more take 800 million gas, and 200 MB of memory

const checkNext = (header: Header, { number, hash }: BlockName) => {
  if (header.number !== number + 1n)
    throw new Error(`it follows block ${number}, where block ${number + 1n} must come.`)
  if (!equalBytes(header.parentHash, hash))
    throw new HistoryError(
      'parent',
      `its parentHash is ${toHex(header.parentHash)}, but block ${number} is ${toHex(hash)}.`,
    )
}

// Two forks have names of ethereumjs' own.
const nameFork = (name: string) => ({ chainstart: 'frontier', mergeNetsplitBlock: 'paris' })[name] ?? name

// EIP-7934, which ethereumjs knows, but does not count to Osaka.
const MAX_BLOCK_SIZE = 8 * 2 ** 20

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { toHex } from '@lectern/chain'
import { toQuantity } from '@lectern/chain/internal'
import { type EmbeddedStore, openStore } from '@lectern/history'
import { syntheticConfig, writeEra1 } from '@lectern/history/testing'
import { genesis } from '../chain/chain.ts'
import { describeGeth } from '../tools/geth.ts'

/**
 * Makes a geth folder with the blocks of a synthetic store, next to the store, in some minutes at first. Nothing can execute them, so
 * geth imports them as its snap sync does: `import-history` checks headers and stores bodies and receipts. `headFile` names the head.
 */
export async function makeGethHistory(
  geth: string,
  datadir: string,
): Promise<{ readonly datadir: string; readonly headFile: string }> {
  const folder = `${datadir}-${describeGeth(geth).replace(' ', '-')}`
  if (!existsSync(folder)) {
    process.stderr.write(`Makes ${folder} (once) …\n`)
    const made = `${folder}.${process.pid}`
    try {
      await fill(geth, datadir, made)
      renameSync(made, folder)
    } finally {
      rmSync(made, { recursive: true, force: true })
    }
  }
  return { datadir: `${folder}/data`, headFile: `${folder}/headfcu.json` }
}

async function fill(geth: string, datadir: string, folder: string): Promise<void> {
  mkdirSync(`${folder}/eras`, { recursive: true })
  await using store = await openStore(datadir, { readOnly: true })
  const hash = toHex(store.head!.hash)
  await writeEras(store, `${folder}/eras`)
  writeFileSync(`${folder}/genesis.json`, JSON.stringify(toGethGenesis()))
  const params = [{ headBlockHash: hash, safeBlockHash: hash, finalizedBlockHash: hash }, null]
  writeFileSync(
    `${folder}/headfcu.json`,
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'engine_forkchoiceUpdatedV3', params }),
  )
  const own = ['--datadir', `${folder}/data`, '--verbosity', '1']
  const run = (...args: string[]) => promisify(execFile)(geth, [...own, ...args], { maxBuffer: 2 ** 26 })
  await run('init', `${folder}/genesis.json`)
  await run('import-history', '--era.format', 'era1', `${folder}/eras`)
  await run('db', 'put', toHex(Buffer.from('LastBlock')), hash) // what a snap sync writes at its end, once it has the state
  rmSync(`${folder}/eras`, { recursive: true })
}

/** Writes era1 files and their checksums, named as mainnet's, since geth looks for networks that it knows. */
async function writeEras(store: EmbeddedStore, folder: string): Promise<void> {
  const sums: string[] = []
  const last = store.head!.number
  for (let first = 0n; first <= last; first += ERA) {
    const sum = createHash('sha256')
    const target = createWriteStream(`${folder}/part`)
    const until = first + ERA - 1n < last ? first + ERA - 1n : last
    const { name } = await writeEra1(readRaw(store, first, until), 0n, async (bytes) => {
      sum.update(bytes)
      if (!target.write(Uint8Array.from(bytes))) await once(target, 'drain')
    })
    target.end()
    await once(target, 'close')
    renameSync(`${folder}/part`, `${folder}/mainnet-${name}`)
    sums.push(`0x${sum.digest('hex')}`)
  }
  writeFileSync(`${folder}/checksums.txt`, `${sums.join('\n')}\n`)
}

/** Blocks of an era1 file. */
const ERA = 8192n

async function* readRaw(store: EmbeddedStore, from: bigint, to: bigint) {
  await using snapshot = await store.snapshot()
  for await (const { raw } of snapshot.blocks(from, to)) yield raw
}

/** Returns the first block as geth's genesis.json. The limits of blobs are so high that their price stays 1 wei. */
function toGethGenesis(): object {
  const forks = ['homestead', 'eip150', 'eip155', 'eip158', 'byzantium', 'constantinople', 'petersburg']
  const { updateFraction } = syntheticConfig.blobSchedule![0]!
  const blobs = { target: 500, max: 1_000, baseFeeUpdateFraction: Number(updateFraction) }
  return {
    config: {
      chainId: Number(syntheticConfig.chainId),
      ...Object.fromEntries([...forks, 'istanbul', 'berlin', 'london'].map((fork) => [`${fork}Block`, 0])),
      mergeNetsplitBlock: 0,
      terminalTotalDifficulty: 0,
      terminalTotalDifficultyPassed: true,
      shanghaiTime: 0,
      cancunTime: 0,
      pragueTime: 0,
      blobSchedule: { cancun: blobs, prague: blobs },
    },
    nonce: '0x0',
    timestamp: toQuantity(genesis.timestamp),
    extraData: '0x',
    gasLimit: toQuantity(genesis.gasLimit),
    difficulty: '0x0',
    mixHash: toHex(genesis.mixHash),
    coinbase: toHex(genesis.miner),
    baseFeePerGas: toQuantity(genesis.baseFeePerGas!),
    alloc: {},
    number: '0x0',
    gasUsed: '0x0',
    parentHash: toHex(genesis.parentHash),
  }
}

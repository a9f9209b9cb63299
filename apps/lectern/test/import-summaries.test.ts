import { readdirSync, writeFileSync } from 'node:fs'
import { hashHeader, type RawBlock, toHex } from '@lectern/chain'
import {
  type BeaconServerOptions,
  serveBeacon,
  simulateBeacon,
  simulatedNetwork,
  toConfigFile,
} from '@lectern/consensus/testing'
import { sample } from '@lectern/fixtures'
import { encodeProof, inspectEra, readEra, unpackBlock, writeEreFile } from '@lectern/history/testing'
import { expect, onTestFinished, test } from 'vitest'
import { importSample, lectern, temporaryFolder } from './command.ts'

/** The sample chain's blocks, out of an era file of them. */
async function readBlocks(): Promise<RawBlock[]> {
  const [datadir, out] = [temporaryFolder(), temporaryFolder()]
  await lectern(importSample(datadir))
  await lectern(['export', '--datadir', datadir, '--format', 'ere', '--network', 'sample', '--out', out])
  const path = `${out}/${readdirSync(out).find((name) => name.endsWith('.ere'))}`
  const entries = readEra(await inspectEra({ path, format: 'ere' }))
  return await Array.fromAsync(entries, (block) => unpackBlock({ path }, block, 2 ** 24))
}

/** An era file whose proofs end at the summaries of a simulated beacon chain, a node of it, and the flags of both. */
async function prepare(blocks: readonly RawBlock[], alter?: BeaconServerOptions['alter']) {
  const slots = 100
  const genesisTime = BigInt(Math.floor(Date.now() / 1_000) - slots * 6)
  const network = simulatedNetwork({ capella: 0, deneb: 8 }, { genesisTime })
  const executions = blocks.map(({ header }, number) => ({
    blockHash: hashHeader(header),
    blockNumber: BigInt(number),
  }))
  const simulation = simulateBeacon(network, executions)
  while (simulation.head() < slots) simulation.append(executions.at(-1)!)
  const { path } = await writeEreFile(blocks, {
    folder: temporaryFolder(),
    prove: () => (at) => encodeProof(simulation.blockProof(BigInt(at)), network.preset),
  })
  const node = await serveBeacon(simulation, { alter })
  onTestFinished(() => node[Symbol.asyncDispose]())
  const config = `${temporaryFolder()}/config.yaml`
  writeFileSync(config, toConfigFile(network))
  const genesis = ['--beacon.genesis.gvroot', toHex(network.genesisValidatorsRoot)]
  const time = ['--beacon.genesis.time', String(genesisTime)]
  const args = ['import', path, '--genesis', sample.genesis, '--datadir', temporaryFolder(), '--json']
  return {
    args: [...args, '--summaries', node.url, '--beacon.config', config, ...genesis, ...time],
    checkpoint: ['--beacon.checkpoint', toHex(simulation.root(8n))],
  }
}

test('summaries of a beacon node are proven from a checkpoint, and anchor what proofs tie to them', async () => {
  const blocks = await readBlocks()
  const { args, checkpoint } = await prepare(blocks)
  const { code, stdout, stderr } = await lectern([...args, ...checkpoint])
  expect(code, stderr).toBe(0)
  // The state has one summary, of the first 64 slots.
  expect(JSON.parse(stdout)).toMatchObject({ added: blocks.length, anchor: 63, grounds: 'summaries' })
})

test('summaries that are not those of the finalized state, and a node without any, get one sentence and exit code 2', async () => {
  const blocks = await readBlocks()
  const lie = await prepare(blocks, (path, { status, body }) => {
    const altered = structuredClone(body) as any
    if (path.includes('lodestar'))
      altered.data.historical_summaries[0].block_summary_root = `0x${'11'.repeat(32)}`
    return { status, body: altered }
  })
  expect(await lectern([...lie.args, ...lie.checkpoint])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(
      /^lectern: http:\/\/127\.0\.0\.1:\d+ proves no historical summaries: The 1 historical summaries are not those of the state of slot \d+\.\n$/,
    ),
  })
  const none = await prepare(blocks, (path, response) =>
    path.includes('lodestar') ? { status: 404, body: {} } : response,
  )
  expect((await lectern([...none.args, ...none.checkpoint])).stderr).toContain(
    'historical_summaries: HTTP 404.',
  )
  const { code, stderr } = await lectern(none.args)
  expect(code).toBe(2)
  expect(stderr).toContain(
    'needs the root of a finalized beacon block that you trust: name it with --beacon.checkpoint.',
  )
})

import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { corpus, describeCorpus } from '@lectern/fixtures'
import {
  applyUpdate,
  beaconRoot,
  type BlockProof,
  checkBlockProof,
  checkSummaries,
  countBits,
  decodeBlockProof,
  decodeBootstrap,
  decodeUpdate,
  encodeBlockProof,
  executionBlock,
  forkAt,
  lightClientTypes,
  historicalRoots,
  historicalSummaries,
  type HistoryRoots,
  type LightClient,
  type LightClientHeader,
  type Network,
  merkleRoot,
  hashPair,
  networks,
  payloadHeaders,
  periodAt,
  firstSlot,
  proofKinds,
  startLightClient,
  type SyncCommittee,
  type Update,
} from '@lectern/consensus'
import { expect, test } from 'vitest'
import { isZero } from '../src/bytes.ts'
import { checkExecution } from '../src/sync/header.ts'
import { fromHex, readMainnetObjects, readSyncCases, type Step, toHex } from './vectors.ts'

const { mainnet } = networks

describeCorpus('consensus/light-client', 'the official light client tests', (folder) => {
  const cases = readSyncCases(folder)

  test.each(cases)('$name: each step has the headers that it must', ({ network, ...given }) => {
    const bootstrap = decodeBootstrap(network, given.bootstrap.fork, given.bootstrap.bytes)
    let client = startLightClient(network, given.checkpoint, bootstrap, {
      slot: bootstrap.header.beacon.slot,
    })
    let best: Update | undefined
    for (const step of given.steps) {
      if (step.update) {
        const update = decodeUpdate(network, 'update', step.update.fork, step.update.bytes)
        const before = client
        client = applyUpdate(client, update, { slot: step.slot })
        if (client.finalized !== before.finalized || client.nextCommittee !== before.nextCommittee)
          best = undefined
        else if (!best || isBetter(network, update, best)) best = update
      } else if (best && isTimedOut(client, step.slot)) [client, best] = [force(client, best), undefined]
      expectHeaders(client, step)
    }
  })

  test('there are at least 32 steps', () => {
    expect(cases.flatMap(({ steps }) => steps).length).toBeGreaterThanOrEqual(32)
  })
})

/** Which of two updates a forced one would be: more of this comes first (consensus-specs, is_better_update). */
function isBetter(network: Network, a: Update, b: Update): boolean {
  const rank = (update: Update): readonly number[] => {
    const { attestedHeader, finalizedHeader, signatureSlot } = update
    const period = periodAt(network, attestedHeader.beacon.slot)
    const signers = signersOf(update)
    const isSuper = signers * 3 >= network.preset.committeeSize * 2
    const isFinal = !update.finalityBranch!.every(isZero)
    return [
      Number(isSuper),
      isSuper ? 0 : signers,
      Number(!update.nextSyncCommitteeBranch!.every(isZero) && period === periodAt(network, signatureSlot)),
      Number(isFinal),
      Number(isFinal && periodAt(network, finalizedHeader!.beacon.slot) === period),
      signers,
      -Number(attestedHeader.beacon.slot),
      -Number(signatureSlot),
    ]
  }
  const [first, second] = [rank(a), rank(b)]
  const differs = first.findIndex((value, at) => value !== second[at])
  return first[differs]! > second[differs]!
}

/** Whether nothing was finalized for a period, after which the specification forces an update. */
const isTimedOut = ({ network, finalized }: LightClient, slot: bigint): boolean =>
  slot > finalized.beacon.slot + network.preset.slotsPerEpoch * network.preset.epochsPerPeriod

/** Only tests do this: they take an update that too few signed, or that finalizes nothing. */
function force(
  client: LightClient,
  { attestedHeader, finalizedHeader, nextSyncCommittee }: Update,
): LightClient {
  const isLater = finalizedHeader!.beacon.slot > client.finalized.beacon.slot
  const finalized = isLater ? finalizedHeader! : attestedHeader
  const crosses =
    periodAt(client.network, finalized.beacon.slot) > periodAt(client.network, client.finalized.beacon.slot)
  return {
    ...client,
    finalized,
    optimistic: finalized.beacon.slot > client.optimistic.beacon.slot ? finalized : client.optimistic,
    committee: crosses ? client.nextCommittee! : client.committee,
    nextCommittee: crosses ? nextSyncCommittee : client.nextCommittee,
  }
}

const signersOf = ({ syncAggregate }: Update): number => countBits(syncAggregate.syncCommitteeBits)

const describeHeader = ({ beacon, execution, executionBlockHash }: LightClientHeader) => ({
  slot: beacon.slot,
  beacon_root: toHex(beaconRoot(beacon)),
  execution_root: toHex(execution ? payloadHeaders.blobPayload.root(execution) : executionBlockHash!),
})

function expectHeaders({ finalized, optimistic }: LightClient, step: Step): void {
  expect({ finalized: describeHeader(finalized), optimistic: describeHeader(optimistic) }).toEqual({
    finalized: step.finalized,
    optimistic: step.optimistic,
  })
}

describeCorpus(
  'consensus/portal/mainnet/beacon_chain/light_client',
  'light client objects of mainnet',
  (folder) => {
    const missing = 'no committee of period 816' // the bootstrap is of a later one
    test.each([
      [
        'capella',
        [missing, '6692951 by 512', '6701172 by 511', '6710698 by 511', '6718463 by 506', '6718463 by 506'],
      ],
      ['deneb', ['10240088 by 511', '10248263 by 512', '10248453 by 506', '10248457 by 506']],
    ])('%s: each signature is that of the committee of its period', (fork, expected) => {
      const objects = readMainnetObjects(folder, fork)
      const bootstrap = decodeBootstrap(mainnet, fork, objects.bootstrap)
      const { beacon } = bootstrap.header
      const start = startLightClient(mainnet, beaconRoot(beacon), bootstrap, { slot: beacon.slot })
      const updates = [
        ...objects.updates.map((bytes) => decodeUpdate(mainnet, 'update', fork, bytes)),
        decodeUpdate(mainnet, 'finalityUpdate', fork, objects.finalityUpdate),
        decodeUpdate(mainnet, 'optimisticUpdate', fork, objects.optimisticUpdate),
      ]
      const committees = new Map<bigint, SyncCommittee>([[periodAt(mainnet, beacon.slot), start.committee]])
      for (const { attestedHeader, nextSyncCommittee } of updates)
        if (nextSyncCommittee)
          committees.set(periodAt(mainnet, attestedHeader.beacon.slot) + 1n, nextSyncCommittee)
      const verdicts = updates.map((update) => {
        const period = periodAt(mainnet, update.signatureSlot)
        const committee = committees.get(period)
        if (!committee) return `no committee of period ${period}`
        // The folder has no unbroken chain of updates: each is put to a client that knows the committee.
        const finalized = { beacon: { ...beacon, slot: period * 8192n } }
        const { optimistic } = applyUpdate(
          { ...start, finalized, optimistic: finalized, committee },
          update,
          { slot: update.signatureSlot },
        )
        return `${optimistic.beacon.slot} by ${signersOf(update)}`
      })
      expect(verdicts).toEqual(expected)
    })
  },
)

const historyFolder = 'consensus/portal/mainnet/history/headers_with_proof'

describeCorpus(historyFolder, 'history proofs of mainnet', (folder) => {
  const data = `${folder}/beacon_data`
  const summaries = historicalSummaries.decode(
    readFileSync(`${data}/historical_summaries_at_slot_11476992.ssz`),
  )
  const roots = historicalRoots.decode(readFileSync(corpus('consensus/history/historical_roots.ssz')!))
  const known: HistoryRoots = {
    accumulator: () => undefined,
    historicalRoot: (index) => roots[index],
    summary: (index) => summaries[index]?.blockSummaryRoot,
  }
  const proofs = ['bellatrix', 'capella', 'deneb'].flatMap((fork, at) =>
    readdirSync(`${folder}/block_proofs_${fork}`)
      .filter((file) => file.endsWith('.yaml'))
      .map((file) => {
        const yaml = parse(readFileSync(`${folder}/block_proofs_${fork}/${file}`, 'utf8')) as ProofYaml
        const number = BigInt(/\d+/.exec(file)![0])
        const proof: BlockProof = {
          kind: proofKinds[at + 1] as Exclude<BlockProof['kind'], 'accumulator'>,
          proof: {
            beaconBlockProof: yaml.beacon_block_proof.map(fromHex),
            beaconBlockRoot: fromHex(yaml.beacon_block_root),
            executionBlockProof: yaml.execution_block_proof.map(fromHex),
            slot: BigInt(yaml.slot),
          },
        }
        return { number, hash: fromHex(yaml.execution_block_header), proof }
      }),
  )

  test('each of 11 block proofs holds, and is the same after its SSZ', () => {
    expect(proofs).toHaveLength(11)
    for (const { proof, ...block } of proofs) {
      checkBlockProof(mainnet, block, proof, known)
      const bytes = encodeBlockProof(proof, mainnet.preset)
      expect(decodeBlockProof(proof.kind, mainnet.preset, bytes)).toEqual(proof)
      expect(bytes).toHaveLength(proof.kind === 'summariesCapella' ? 808 : 840)
    }
  })

  test('the roots of five periods are those of their blocks and states', () => {
    for (const [block, index] of [
      [15537394, 573],
      [15539558, 574],
      [15547621, 575],
      [15555729, 576],
      [17034869, 757],
    ]) {
      const batch = readFileSync(`${data}/${block}/historical_batch.ssz`)
      const [blocks, states] = [batch.subarray(0, 262144), batch.subarray(262144)]
      expect(hashPair(rootOf(blocks), rootOf(states))).toEqual(roots[index!])
    }
  })
})

/** The root of 8,192 roots. */
const rootOf = (bytes: Uint8Array) =>
  merkleRoot(
    Array.from({ length: 8192 }, (_, at) => bytes.subarray(32 * at, 32 * at + 32)),
    13,
  )

interface ProofYaml {
  readonly execution_block_header: string
  readonly execution_block_proof: readonly string[]
  readonly beacon_block_root: string
  readonly beacon_block_proof: readonly string[]
  readonly slot: string
}

describeCorpus(
  'consensus/portal/mainnet/history/accumulator',
  'proofs of mainnet before the merge',
  (folder) => {
    test('blocks of eras 122, 1802 and the last before the merge are in their accumulators', () => {
      const bytes = readFileSync(`${folder}/historical_hashes_accumulator.ssz`)
      const known: HistoryRoots = {
        accumulator: (era) => bytes.subarray(8 + 32 * era, 40 + 32 * era),
        historicalRoot: () => undefined,
        summary: () => undefined,
      }
      const contents = ['1000010', '14764013', '15537392', '15537393'].map((number) => {
        const yaml = parse(readFileSync(`${folder}/../headers_with_proof/${number}.yaml`, 'utf8')) as Record<
          string,
          string
        >
        const value = fromHex(yaml['content_value']!)
        const end = new DataView(value.buffer).getUint32(4, true)
        // The key of a header's content is its hash, after a byte.
        return {
          number: BigInt(number),
          hash: fromHex(yaml['content_key']!).slice(1),
          proof: value.slice(end),
        }
      })
      for (const { proof, ...block } of contents)
        expect(
          checkBlockProof(mainnet, block, decodeBlockProof('accumulator', mainnet.preset, proof), known),
        ).toBeUndefined()
    })
  },
)

describeCorpus(
  'consensus/portal/mainnet/beacon_chain/historical_summaries_with_proof',
  'summaries with proofs',
  (folder) => {
    test.each(['deneb', 'electra'] as const)('%s: the summaries are those of their state', (fork) => {
      const yaml = parse(
        readFileSync(`${folder}/${fork}/historical_summaries_with_proof.yaml`, 'utf8'),
      ) as SummariesYaml
      const content = fromHex(yaml.content_value).slice(4)
      const start = new DataView(content.buffer).getUint32(8, true)
      const summaries = historicalSummaries.decode(content.slice(start))
      const header = { slot: firstSlot(mainnet, fork)!, stateRoot: fromHex(yaml.beacon_state_root) }
      const branch = yaml.historical_summaries_state_proof.map(fromHex)
      expect(toHex(historicalSummaries.root(summaries))).toBe(yaml.historical_summaries_root)
      checkSummaries(mainnet, header, summaries, branch)
      expect(() => checkSummaries(mainnet, header, summaries.slice(1), branch)).toThrow(
        'are not those of the state',
      )
    })
  },
)

interface SummariesYaml {
  readonly content_value: string
  readonly historical_summaries_root: string
  readonly historical_summaries_state_proof: readonly string[]
  readonly beacon_state_root: string
  readonly epoch: number
}

describeCorpus('consensus/history', 'the historical roots of mainnet', (folder) => {
  test('there are 758, and the root of their list is the state’s', () => {
    const roots = historicalRoots.decode(readFileSync(`${folder}/historical_roots.ssz`))
    expect(roots).toHaveLength(758)
    expect(toHex(historicalRoots.root(roots))).toMatch(/^0x4df6b897[0-9a-f]{52}3da7$/)
  })

  test('a header of Electra’s first slot proves its execution block', () => {
    const text = readFileSync(`${folder}/pectra_light_client_header.yaml`, 'utf8').replace(
      /: (\d+)$/gm,
      ": '$1'",
    )
    const { header: type } = lightClientTypes(forkAt(mainnet, 11_649_024n), mainnet.preset)
    const header = type.fromJson(parse(text), 'header')
    checkExecution(mainnet, header, 'checked')
    expect(executionBlock(header)?.number).toBe(22_431_084n)
    const other = { ...header, execution: { ...header.execution!, gasUsed: 1n } }
    expect(() => checkExecution(mainnet, other, 'changed')).toThrow(
      'The execution block of the changed header of slot 11649024',
    )
  })
})

import { ChainError, fromHex, hashTransaction, toHex, useEngine } from '@lectern/chain'
import {
  concatBytes,
  decodeRlp,
  encodeRlp,
  type Hex,
  type RlpItem,
  toQuantity,
} from '@lectern/chain/internal'
import { proveReceipt, proveTransaction } from '@lectern/chain/testing'
import { loadWasmEngine } from '@lectern/chain/wasm'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { rawBlocks } from './sample-node.ts'
import { type AnyProof, tamper, type Tampering } from './tamper.ts'
import { ClientError } from '../src/index.ts'
import { families } from '../src/verify/family/index.ts'
import { type Inclusion, serverProofs, type Unsupported } from '../src/verify/index.ts'

useEngine(await loadWasmEngine()) // 13 times as fast as noble

/** Returns the inclusion that a client reads from a server's proof. */
const read = (
  proof: unknown,
  hash: string,
  withReceipt: boolean,
): Promise<Inclusion | readonly Unsupported[] | undefined> =>
  serverProofs({ fetch: async () => new Response(JSON.stringify(proof)) }).findInclusion(
    'http://sample.test',
    { hash, json: {}, family: families.ethereum, withReceipt },
    new AbortController().signal,
  )

/** The values that an inclusion proves: of the receipts before the last, their logs, if it has some, and the sum of their gas. */
function factsOf({ block, transaction, index, receipts = [] }: Inclusion): string {
  const own = receipts.at(-1)
  const before = receipts.slice(0, -1)
  const countLogs = (some: typeof receipts): number => some.flatMap(({ logs }) => logs).length
  const logsBefore = own && countLogs([own]) > 0 ? countLogs(before) : undefined
  const gasBefore = before.at(-1)?.['cumulativeGasUsed']
  return JSON.stringify([block, transaction.hash, transaction.json, index, own, logsBefore, gasBefore])
}

const sound = await Promise.all(
  rawBlocks.flatMap((block) =>
    block.transactions.flatMap((bytes, index) => {
      if (index > 2 && index % 16 !== 0) return []
      const hash = toHex(hashTransaction(bytes))
      return [proveReceipt(block, index), proveTransaction(block, index)].map(async (proof) => {
        const withReceipt = 'receipts' in proof
        const inclusion = (await read(proof, hash, withReceipt)) as Inclusion
        return { proof: { ...proof } as AnyProof, hash, withReceipt, inclusion }
      })
    }),
  ),
)
const others = sound.map(({ proof }) => proof)

test('a changed proof proves the same as before, or another block, or nothing', async () => {
  const tampering: fc.Arbitrary<Tampering> = fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.nat())
  const counts = { refused: 0, absent: 0, unsupported: 0, otherBlock: 0, same: 0 }
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...sound),
      fc.array(tampering, { minLength: 1, maxLength: 3 }),
      async ({ proof, hash, withReceipt, inclusion }, changes) => {
        const changed = changes.reduce((so, change) => tamper(so, others, change), proof)
        const found = await read(changed, hash, withReceipt).catch((error: unknown) => {
          expect([ClientError, ChainError]).toContain((error as object).constructor)
          return null
        })
        if (found === null) counts.refused++
        else if (found === undefined) counts.absent++ // the client looks into the full block instead
        else if (!('block' in found)) counts.unsupported++
        else if (found.block['hash'] !== inclusion.block['hash']) counts.otherBlock++ // not the one that the answer names
        else {
          counts.same++
          expect(factsOf(found)).toBe(factsOf(inclusion))
        }
      },
    ),
    { numRuns: 3000 },
  )
  expect(counts.refused).toBeGreaterThan(1000)
  expect(counts.same).toBeGreaterThan(50)
})

test('a sound proof of another transaction is refused', async () => {
  for (const { hash, withReceipt } of sound) {
    const other = sound.find((one) => one.withReceipt === withReceipt && one.hash !== hash)!
    await expect(read(other.proof, hash, withReceipt)).rejects.toMatchObject({
      code: 'UNVERIFIED',
      check: 'proof/transaction',
      expected: hash,
      actual: other.hash,
    })
  }
})

/** A receipt's bytes without bloom, and the same with another gas, and with a log more or less. */
function changeReceipt(slim: Hex): { gas: Hex; logs: Hex[] } {
  const bytes = fromHex(slim)
  const type = bytes[0]! < 0xc0 ? bytes.subarray(0, 1) : new Uint8Array()
  const [outcome, gas, logs] = decodeRlp(bytes.subarray(type.length)) as [RlpItem, Uint8Array, RlpItem[]]
  const write = (gas: Uint8Array, logs: RlpItem[]) =>
    toHex(concatBytes([type, encodeRlp([outcome, gas, logs])]))
  const more = write(gas, [...logs, [new Uint8Array(20), [], new Uint8Array()]])
  return {
    gas: write(gas.with(gas.length - 1, gas.at(-1)! ^ 1), logs),
    logs: logs.length > 0 ? [more, write(gas, logs.slice(1))] : [more],
  }
}

test('each receipt of a proof is proven: other gas in any, and a log more or less in one before the last, is refused', async () => {
  let changed = 0
  for (const { proof, hash, withReceipt } of sound) {
    const receipts = (proof['receipts'] ?? []) as Hex[]
    for (const [at, slim] of receipts.entries()) {
      const { gas, logs } = changeReceipt(slim)
      const check = `proof/${Number(proof['firstReceipt']) + at}`
      for (const other of at === receipts.length - 1 ? [gas] : [gas, ...logs]) {
        const lie = { ...proof, receipts: receipts.with(at, other) }
        await expect(read(lie, hash, withReceipt)).rejects.toMatchObject({ code: 'UNVERIFIED', check })
        changed++
      }
    }
  }
  expect(changed).toBeGreaterThan(150)
})

test('a proof with fewer receipts than its gas or its logs need is refused', async () => {
  let shortened = 0
  for (const { proof, hash, withReceipt } of sound) {
    const receipts = (proof['receipts'] ?? []) as Hex[]
    for (let missing = 1; missing <= receipts.length; missing++) {
      const firstReceipt = toQuantity(Number(proof['firstReceipt']) + missing)
      const lie = { ...proof, firstReceipt, receipts: receipts.slice(missing) }
      const refused = { code: 'UNVERIFIED', check: 'proof/firstReceipt' }
      await expect(read(lie, hash, withReceipt)).rejects.toMatchObject(refused)
      shortened++
    }
  }
  expect(shortened).toBeGreaterThan(100)
})

test('an index that is not written as a quantity is refused', async () => {
  for (const { proof, hash, withReceipt } of sound) {
    const index = Number(proof['index'])
    const spellings = [
      index,
      `${index}`,
      ` ${proof['index']}`,
      [proof['index']],
      `0x0${index.toString(16)}`,
      null,
      '0xNaN',
    ]
    for (const other of spellings)
      await expect(read({ ...proof, index: other }, hash, withReceipt)).rejects.toMatchObject({
        code: 'UNVERIFIED',
        check: other === '0xNaN' ? 'proof/NaN' : 'proof/index',
      })
  }
})

import { proofs as proofsPlugin } from '@lectern/server'
import * as fc from 'fast-check'
import { fastify } from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { blob, blobs, plain, report, withUncles } from '../../test/report.ts'
import { origin, sampleProofs, sampleTransport } from '../../test/sample-node.ts'
import { createClient } from '../index.ts'
import { serverProofs, verifier } from './index.ts'
import { sender } from './sender.ts'

const ask = async (): Promise<never> => {
  throw new Error('nothing is asked')
}

/** How many calls the endpoint gets for a receipt that is asked for twice. */
const run = async (fetch: typeof globalThis.fetch) => {
  const transport = sampleTransport()
  const client = createClient({
    transport,
    verify: verifier({ level: 'full', trust: 'none', proofs: serverProofs({ fetch }) }),
  })
  for (let again = 0; again < 2; again++) await client.orThrow.getReceipt(blob.params[0] as `0x${string}`)
  return transport.asked.length
}

test('the whole block and its receipts are asked for only where the server has no proof', async () => {
  const good = sampleProofs()
  expect([await run(good), good.asked]).toEqual([
    2,
    [1, 2].map(() => `/proof/receipt/${blob.params[0] as string}`),
  ])
  const statuses: readonly (readonly [status: number, body: string])[] = [
    [404, '<html>'],
    [405, '<html>'],
    [500, '<html>'],
    [429, '<html>'],
    [404, '{"error":"Rien.","code":"not-stored"}'],
    [404, '{"error":"No route is here."}'],
    [404, 'null'],
  ]
  const asked: number[] = []
  for (const [status, body] of statuses) {
    let count = 0
    const calls = await run(async () => ((count += 1), new Response(body, { status })))
    expect(calls).toBeGreaterThan(3)
    asked.push(count)
  }
  expect(asked).toEqual([1, 1, 2, 2, 2, 1, 1]) // what may pass is asked again
  expect(await run(async () => Promise.reject(new TypeError('CORS')))).toBeGreaterThan(3)
  expect(await run(async () => new Response('{"jsonrpc":"2.0","error":{}}'))).toBeGreaterThan(3)
})

test('a proof that was tampered with proves nothing else', async () => {
  const { method, params, result } = blob
  const truth = JSON.stringify(result)
  const at = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom('flip', 'cut', 'drop', 'swap', 'huge', 'null'))
  await fc.assert(
    fc.asyncProperty(at, async ([where, bit, how]) => {
      const fetch = sampleProofs((proof) => tamper(proof as never, where, bit, how))
      try {
        await report({ level: 'full', sender, blobs, proofs: serverProofs({ fetch }) }, method, params)
      } catch (error) {
        expect(error).toMatchObject({ code: 'UNVERIFIED' })
      }
      // whatever the proof says, a changed answer is refused
      const lie = { ...JSON.parse(truth), gasUsed: '0x5208', status: '0x0' }
      const proofs = serverProofs({ fetch })
      await expect(report({ level: 'full', proofs }, method, params, lie)).rejects.toMatchObject({
        code: 'UNVERIFIED',
      })
    }),
    { numRuns: 1500 },
  )
})

/** A proof with one thing changed. */
function tamper(proof: Record<string, any>, where: number, bit: number, how: string): unknown {
  const names = Object.keys(proof)
  const name = names[where % names.length]!
  const value = proof[name]
  const flip = (hex: string): string => {
    const digit = 2 + (bit % Math.max(hex.length - 2, 1))
    return (
      hex.slice(0, digit) +
      ((Number.parseInt(hex[digit] ?? '0', 16) ^ 1) % 16).toString(16) +
      hex.slice(digit + 1)
    )
  }
  const change = (hex: string): unknown => {
    if (how === 'flip') return flip(hex)
    if (how === 'cut') return hex.slice(0, 2 + 2 * (bit % Math.max(hex.length / 2 - 1, 1)))
    if (how === 'huge') return `0x${'f'.repeat(bit % 2 === 0 ? 14 : 4000)}`
    return how === 'null' ? null : undefined
  }
  if (!Array.isArray(value)) return { ...proof, [name]: change(value) }
  const index = bit % Math.max(value.length, 1)
  if (how === 'swap') return { ...proof, [name]: value.toReversed() }
  if (how === 'drop') return { ...proof, [name]: value.toSpliced(index, 1) }
  return { ...proof, [name]: value.with?.(index, change(value[index] ?? '0x')) ?? [] }
}

test('the server’s proofs are asked for over HTTP, at the origin of the endpoint', async () => {
  const app = fastify()
  const paths: string[] = []
  const served = sampleProofs()
  const give = async (kind: string, name: string) => {
    paths.push(`${kind}/${name}`)
    const response = await served(`${origin}/proof/${kind}/${name}`)
    return response.ok ? ((await response.json()) as object) : null
  }
  await app.register(proofsPlugin, {
    proofs: {
      block: (number) => give('block', `0x${number.toString(16)}`),
      transaction: (hash) => give('transaction', hash),
      receipt: (hash) => give('receipt', hash),
    },
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  try {
    const verify = verifier({ level: 'full', trust: 'none', blobs, proofs: serverProofs() })
    for (const { method, params, result } of [plain, blob, withUncles]) {
      const { unproven } = await verify(
        { method, params } as never,
        { result: structuredClone(result), url },
        ask,
      )
      expect(unproven.filter((member) => !member.endsWith('/from'))).toEqual([])
    }
    expect(paths).toEqual([
      `transaction/${plain.params[0] as string}`,
      `receipt/${blob.params[0] as string}`,
      `block/${withUncles.params[0] as string}`,
    ])
  } finally {
    await app.close()
  }
})

const away: Readonly<Record<string, () => Promise<Response>>> = {
  'that was away for a moment': () => Promise.reject(new TypeError('reset')),
  'behind a proxy that was wrong for a moment': async () => new Response('Not Found', { status: 404 }),
}

test.each(Object.entries(away))(
  'a server %s is asked again for its proofs a minute later',
  async (_, fail) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const good = sampleProofs()
    let isAway = true
    const fetch: typeof globalThis.fetch = (...args) => (isAway ? fail() : good(...args))
    const transport = sampleTransport()
    const client = createClient({
      transport,
      verify: verifier({ level: 'full', trust: 'none', proofs: serverProofs({ fetch }) }),
    })
    const callsFor = async (): Promise<number> => {
      const before = transport.asked.length
      await client.orThrow.getReceipt(blob.params[0] as `0x${string}`)
      return transport.asked.length - before
    }
    expect(await callsFor()).toBeGreaterThan(1)
    isAway = false
    expect(await callsFor()).toBeGreaterThan(1)
    vi.setSystemTime(Date.now() + 60_000)
    expect(await callsFor()).toBe(1)
  },
)

import { expect, test } from 'vitest'
import { syntheticConfig } from '../../test/synthetic.ts'
import { createReplyVerifier } from './verify-replies.ts'

const asked = { number: 1n, hash: new Uint8Array(32), block: 0, receipts: 1, uncles: [], isRaw: false }
const verify = async (texts: readonly string[], threads: number) => {
  await using verifier = createReplyVerifier(threads)
  const bodies = texts.map((text) => new TextEncoder().encode(text))
  return await verifier.verify({ config: syntheticConfig, parent: null, bodies, blocks: [asked] })
}

test('responses for which a thread lacks the memory are too large', async () => {
  const values = ',"0x123456789ab"'.repeat(65_000)
  const texts = Array.from({ length: 150 }, (_, id) => `{"id":${id + 9},"result":[""${values}]}`)
  expect(await verify(texts, 1)).toEqual({
    blocks: [],
    odd: new Map(),
    fault: { kind: 'large', message: expect.stringMatching(/takes more than \d+ MiB/) },
  })
})

test.each([0, 1])('a response of millions of tiny values is not parsed: %i threads', async (threads) => {
  const text = `[{"id":0,"result":[[]${',[]'.repeat(10_000_000)}]}]`
  const { fault } = await verify([text], threads)
  expect(fault).toEqual({ kind: 'large', message: expect.stringContaining('too many tiny values') })
})

test('responses of which no text can be made are malformed', async () => {
  const message = '{"id":0,"result":{"hash":{"toString":1}}},{"id":1,"result":[]}'
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  for (const text of [`[${message}]`, `[{"id":0,"error":{"code":${deep},"message":{"toString":1}}}]`])
    expect(await verify([text], 0)).toMatchObject({ blocks: [], fault: { message: expect.any(String) } })
})

import { expect, test } from 'vitest'
import { syntheticConfig } from '../../test/synthetic.ts'
import { createReplyVerifier } from './verify-replies.ts'

const asked = { number: 1n, hash: new Uint8Array(32), block: 0, receipts: 1, uncles: [], isRaw: false }
const verify = async (text: string, threads: number) => {
  await using verifier = createReplyVerifier(threads)
  const bodies = [new TextEncoder().encode(text)]
  return await verifier.verify({ config: syntheticConfig, parent: null, bodies, blocks: [asked] })
}

test('responses for which a thread lacks the memory are too large', async () => {
  const text = `[{"id":0,"result":[[]${',[]'.repeat(10_000_000)}]}]`
  expect(await verify(text, 1)).toEqual({
    blocks: [],
    odd: new Map(),
    fault: { kind: 'large', message: expect.stringMatching(/takes more than \d+ MiB/) },
  })
})

test('responses of which no text can be made are malformed', async () => {
  const message = '{"id":0,"result":{"hash":{"toString":1}}},{"id":1,"result":[]}'
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  for (const text of [`[${message}]`, `[{"id":0,"error":{"code":${deep},"message":{"toString":1}}}]`])
    expect(await verify(text, 0)).toMatchObject({ blocks: [], fault: { message: expect.any(String) } })
})

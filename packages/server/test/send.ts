import type { Rpc } from '../src/index.ts'

/** Sends a text through createRpc's function: the text of the answer, '' for none. */
export async function send(rpc: Rpc, body: string | Uint8Array): Promise<string> {
  const answer = await rpc(typeof body === 'string' ? new TextEncoder().encode(body) : body)
  if (answer === undefined) return ''
  const pieces = answer.body instanceof Uint8Array ? [answer.body] : await Array.fromAsync(answer.body)
  return Buffer.concat(pieces).toString()
}

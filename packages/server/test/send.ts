import { readResponse, type Rpc } from '../src/index.ts'

/** Sends a text through createRpc's function: the text of the answer, '' for none. */
export async function send(rpc: Rpc, body: string | Uint8Array): Promise<string> {
  const bytes = await readResponse(
    await rpc(typeof body === 'string' ? new TextEncoder().encode(body) : body),
  )
  return bytes === undefined ? '' : Buffer.from(bytes).toString()
}

/** Posts a body of JSON and returns the text of the response. */
export async function post(url: string, body: string, headers: Record<string, string> = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    signal: AbortSignal.timeout(30_000),
  })
  return await response.text()
}

/** Formats a JSON-RPC call, its members in the order in which viem and web3 write them. */
export const call = (id: number, method: string, ...params: readonly unknown[]): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** Returns the result of a call. Throws an Error with the server's message. */
export async function ask(url: string, method: string, ...params: readonly unknown[]): Promise<unknown> {
  return readResult(method, await post(url, call(1, method, ...params)))
}

/** Returns the result of a reply. Throws an Error with the server's message. */
export function readResult(method: string, reply: string): unknown {
  const { result, error } = JSON.parse(reply) as { result?: unknown; error?: { message: string } }
  if (error) throw new Error(`${method}: ${error.message.slice(0, 300)}`)
  return result
}

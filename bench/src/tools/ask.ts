/** Calls one method of a node. It throws an Error with the node's own message. */
export type Ask = (method: string, params: readonly unknown[]) => Promise<unknown>

/** A function that calls the methods of the node at an address, with headers of its own. */
export function createAsk(url: string, headers: Record<string, string> = {}): Ask {
  return async (method, params) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      signal: AbortSignal.timeout(30_000),
    })
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } }
    if (error) throw new Error(`${method}: ${error.message.slice(0, 300)}`)
    return result
  }
}

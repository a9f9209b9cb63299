import { answer, listen, type Received, type Request, type Server } from '@lectern/client/testing'

/**
 * A server that has the given fault in the three methods, and otherwise answers with the chain and the head, as some
 * libraries ask on the side; these requests are not counted. Gives the server and how many requests were counted.
 */
export async function serve(
  behave: (received: Received) => unknown,
): Promise<{ readonly server: Server; readonly counted: () => number }> {
  let count = 0
  const server = await listen(async (received) => {
    const asides = received.requests.filter(({ method }) => method in facts)
    const requests = received.requests.filter(({ method }) => !(method in facts))
    const asideReplies = asides.map(({ id, method }) => ({ jsonrpc: '2.0', id, result: facts[method] }))
    if (requests.length === 0) return received.send(received.isBatch ? asideReplies : asideReplies[0])
    count += 1
    const send: Received['send'] = (value, status, headers) =>
      received.send(join(value, asideReplies, requests), status, headers)
    const sendRight = async () => {
      const answers = await answer(requests)
      send(received.isBatch ? answers : answers[0])
    }
    await behave({ ...received, requests, round: count, send, sendRight })
  })
  return { server, counted: () => count }
}

const facts: Readonly<Record<string, unknown>> = {
  eth_chainId: '0xd903',
  net_version: '55555',
  eth_blockNumber: '0x40',
}

/** What a behaviour sends, with the replies that travel in the same batch; an error for the whole batch stays alone. */
function join(value: unknown, asideReplies: readonly unknown[], requests: readonly Request[]): unknown {
  if (asideReplies.length === 0) return value
  if (Array.isArray(value)) return [...asideReplies, ...value]
  const isReply = requests.some(({ id }) => id === (value as { id?: unknown } | null)?.id)
  return isReply ? [...asideReplies, value] : value
}

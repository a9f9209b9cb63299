import { connect, type Socket } from 'node:net'

/** How a raw connection ended. */
export interface Ending {
  /** The first kilobytes of the response. */
  readonly text: string
  /** Bytes that came. */
  readonly bytes: number
  /** How it ended: closed by the server, reset by it, or given up here. */
  readonly end: 'closed' | 'reset' | 'given up'
  /** From the connection's start to its end. */
  readonly milliseconds: number
}

/** Connects, calls `onConnect` with the socket, and returns what came until the connection ended or `patience` milliseconds passed. */
export function converse(
  port: number,
  onConnect: (socket: Socket) => void,
  patience: number,
  enough: (text: string) => boolean = () => false,
): Promise<Ending> {
  return new Promise((resolve) => {
    const start = performance.now()
    let [text, bytes] = ['', 0]
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const finish = (end: Ending['end']) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, bytes, end, milliseconds: performance.now() - start })
    }
    const timer = setTimeout(finish, patience, 'given up')
    socket.on('connect', () => onConnect(socket))
    socket.on('data', (chunk) => {
      bytes += chunk.length
      if (text.length < 16_384) text += chunk.toString('latin1')
      if (enough(text)) finish('given up')
    })
    socket.on('error', () => finish('reset'))
    socket.on('close', () => finish('closed'))
  })
}

/** A whole POST of a body, its head as written here; `change` edits the lines of the head. */
export function post(
  body: string | Uint8Array,
  change: (head: string[]) => string[] = (head) => head,
): Buffer {
  const bytes = Buffer.from(body)
  const head = change([
    'POST / HTTP/1.1',
    'host: 127.0.0.1',
    'content-type: application/json',
    `content-length: ${bytes.length}`,
  ])
  return Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), bytes])
}

/** A response of HTTP/1.1: its head, and how its body begins. */
export interface Response {
  readonly status: number
  readonly head: string
  /** The bytes of its body. */
  readonly bytes: number
  /** The first bytes of it. */
  readonly start: string
}

/** Returns a parser of a connection's bytes, which reports each complete response. Bodies are counted, not stored. */
export function createResponses(onResponse: (response: Response) => void): (bytes: Buffer) => void {
  let text = '' // of a head, or of the line before a chunk
  let reading: { status: number; head: string; bytes: number; start: string } | undefined
  let left = 0
  let isChunked = false
  return (bytes) => {
    for (let at = 0; at < bytes.length;) {
      if (left > 0) {
        const taken = Math.min(left, bytes.length - at)
        if (reading!.start.length < 100)
          reading!.start += bytes.toString('latin1', at, at + Math.min(taken, 100))
        reading!.bytes += taken
        left -= taken
        at += taken
        if (left === 0 && !isChunked) finish()
        continue
      }
      const end = bytes.indexOf('\n', at)
      const next = end < 0 ? bytes.length : end + 1
      text += bytes.toString('latin1', at, next)
      at = next
      if (reading === undefined ? text.endsWith('\r\n\r\n') : text.endsWith('\n') && text.trim() !== '')
        readText()
    }
  }

  function readText(): void {
    if (reading === undefined) {
      reading = { status: Number(text.split(' ', 2)[1]), head: text, bytes: 0, start: '' }
      isChunked = /^transfer-encoding: chunked\r$/im.test(text)
      left = Number(/^content-length: (\d+)\r$/im.exec(text)?.[1] ?? 0)
      text = ''
      if (left === 0 && !isChunked) finish()
      return
    }
    left = Number.parseInt(text, 16)
    text = ''
    if (left === 0) isLast()
  }

  /** The chunk of no bytes; the empty line after it is skipped. */
  function isLast(): void {
    finish()
    text = ''
  }

  function finish(): void {
    const response = reading!
    reading = undefined
    onResponse(response)
  }
}

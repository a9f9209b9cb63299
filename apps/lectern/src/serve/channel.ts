/** One end of a channel between two processes: `process` in a worker, a cluster's worker in the primary. */
export interface Channel {
  send?(message: object, onSent: (error: Error | null) => void): unknown
  on(event: 'message', listen: (message: unknown) => void): unknown
}

/** What may be asked of a process: each question takes one value that JSON can hold, and gives one. */
export type Questions<T> = { readonly [K in keyof T]: (value: never) => unknown }

/** Asks the other process; rejects where it does not answer in time, is gone, or its answer is an error. */
export interface Talk<Theirs extends Questions<Theirs>> {
  ask<K extends keyof Theirs & string>(
    what: K,
    ...value: Parameters<Theirs[K]>
  ): Promise<Awaited<ReturnType<Theirs[K]>>>
}

/** Lets two processes ask each other over the channel that a fork has. */
export function createTalk<Theirs extends Questions<Theirs>>(
  channel: Channel,
  ours: Questions<unknown>,
  { milliseconds = 2_000 }: { readonly milliseconds?: number } = {},
): Talk<Theirs> {
  const open = new Map<number, (reply: Reply) => void>()
  let last = 0
  const send = (message: Question | Reply) => channel.send?.(message, () => {}) // a process that is gone never replies
  channel.on('message', (message) => {
    if (isReply(message)) open.get(message.reply)?.(message)
    else if (isQuestion(message)) void answer(message)
  })
  return {
    ask(what, value?: unknown) {
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      const ask = ++last
      const timer = setTimeout(() => settle({ reply: ask, error: `${what} was not answered` }), milliseconds)
      open.set(ask, settle)
      send({ ask, what, value })
      return promise

      function settle({ value, error }: Reply): void {
        clearTimeout(timer)
        open.delete(ask)
        if (error === undefined) resolve(value as never)
        else reject(new Error(error))
      }
    },
  }

  async function answer({ ask, what, value }: Question): Promise<void> {
    try {
      const run = (ours as Record<string, (value: unknown) => unknown>)[what]
      send({ reply: ask, value: await run?.(value) })
    } catch (error) {
      send({ reply: ask, error: String(error) })
    }
  }
}

interface Question {
  readonly ask: number
  readonly what: string
  readonly value: unknown
}

interface Reply {
  readonly reply: number
  readonly value?: unknown
  readonly error?: string
}

const isReply = (message: unknown): message is Reply =>
  typeof (message as Reply | undefined)?.reply === 'number'
const isQuestion = (message: unknown): message is Question =>
  typeof (message as Question | undefined)?.ask === 'number'

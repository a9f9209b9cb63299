/** One end of the pipe between two processes: `process` in a worker, a cluster's worker in the primary. */
export interface Pipe {
  send?(message: object, onSent: (error: Error | null) => void): unknown
  on(event: 'message', listen: (message: unknown) => void): unknown
}

/** The handlers of a process for the other one, by name. Each takes and returns one value that JSON can express. */
export type Handlers<T> = { readonly [K in keyof T]: (value: never) => unknown }

export interface Channel<Theirs extends Handlers<Theirs>> {
  /** Runs a handler of the other process. Rejects if it throws, does not reply in time, or has ended. */
  ask<K extends keyof Theirs & string>(
    what: K,
    ...value: Parameters<Theirs[K]>
  ): Promise<Awaited<ReturnType<Theirs[K]>>>
  /** Runs a handler of the other process, whatever comes of it. */
  tell<K extends keyof Theirs & string>(what: K, ...value: Parameters<Theirs[K]>): void
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

/** Opens a channel over the pipe of a forked process: `ours` runs for the other side. */
export function createChannel<Theirs extends Handlers<Theirs>>(
  pipe: Pipe,
  ours: Handlers<unknown>,
  { milliseconds = 2_000 }: { readonly milliseconds?: number } = {},
): Channel<Theirs> {
  const open = new Map<number, (reply: Reply) => void>()
  let last = 0
  const send = (message: Question | Reply) => pipe.send?.(message, () => {}) // a process that has ended never replies
  pipe.on('message', (message) => {
    const { ask, reply } = (message ?? {}) as Partial<Question & Reply>
    if (typeof reply === 'number') open.get(reply)?.(message as Reply)
    else if (typeof ask === 'number') void run(message as Question)
  })
  const channel: Channel<Theirs> = {
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
    tell: (...question) => void channel.ask(...question).catch(() => {}),
  }
  return channel

  async function run({ ask, what, value }: Question): Promise<void> {
    try {
      const handle = (ours as Record<string, (value: unknown) => unknown>)[what]
      send({ reply: ask, value: await handle?.(value) })
    } catch (error) {
      send({ reply: ask, error: String(error) })
    }
  }
}

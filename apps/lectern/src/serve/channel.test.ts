import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { type Pipe, createChannel } from './channel.ts'

/** Two ends of a pipe that turns messages into JSON. */
function connect(): [Pipe, Pipe] {
  const [left, right] = [new EventEmitter(), new EventEmitter()]
  return [openEnd(left, right), openEnd(right, left)]
}

const openEnd = (own: EventEmitter, other: EventEmitter): Pipe => ({
  send: (message) => setImmediate(() => other.emit('message', JSON.parse(JSON.stringify(message)))),
  on: (event, listen) => own.on(event, listen),
})

interface Sums {
  add(numbers: readonly number[]): Promise<number>
  fail(): void
  wait(): Promise<void>
}

const sums: Sums = {
  add: async (numbers) => numbers.reduce((sum, number) => sum + number, 0),
  fail() {
    throw new Error('no')
  },
  wait: () => new Promise(() => {}),
}

test('both processes ask and are answered, each question by its own answer', async () => {
  const [left, right] = connect()
  const channel = createChannel<Sums>(left, sums)
  const other = createChannel<Sums>(right, sums)
  expect(
    await Promise.all([channel.ask('add', [1, 2]), channel.ask('add', [3]), other.ask('add', [4])]),
  ).toEqual([3, 3, 4])
})

test('an error of the other process, and one that does not answer, reject', async () => {
  const [left, right] = connect()
  const channel = createChannel<Sums>(left, {}, { milliseconds: 20 })
  createChannel(right, sums)
  await expect(channel.ask('fail')).rejects.toThrow('Error: no')
  await expect(channel.ask('wait')).rejects.toThrow('wait was not answered')
})

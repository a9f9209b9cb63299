import { expect, test } from 'vitest'
import { createRate, toClient } from './rate.ts'

const createClock = () => {
  const clock = { time: 0, now: () => clock.time }
  return clock
}

test('a client has its burst, then regains so many a second', () => {
  const clock = createClock()
  const rate = createRate({ perSecond: 10, burst: 20 }, clock.now)
  expect(rate.take('10.0.0.1', 15)).toBe(15)
  expect(rate.take('10.0.0.1', 15)).toBe(5) // what is granted is what is there
  expect(rate.take('10.0.0.1', 1)).toBe(0)
  clock.time += 99
  expect(rate.take('10.0.0.1', 1)).toBe(0)
  clock.time += 1
  expect(rate.take('10.0.0.1', 2)).toBe(1)
  clock.time += 3_600_000
  expect(rate.take('10.0.0.1', 1_000)).toBe(20) // never more than the burst
})

test('a client that has spent all learns when to come again, in whole seconds', () => {
  const clock = createClock()
  const rate = createRate({ perSecond: 1, burst: 5 }, clock.now)
  rate.take('10.0.0.1', 5)
  expect(rate.waitOf('10.0.0.1')).toBe(1)
  expect(rate.waitOf('10.0.0.2')).toBe(1)
})

test('one client spends nothing of another', () => {
  const rate = createRate({ perSecond: 1, burst: 3 }, createClock().now)
  expect(rate.take('10.0.0.1', 3)).toBe(3)
  expect(rate.take('10.0.0.2', 3)).toBe(3)
})

test('so many clients are remembered; the one that was longest silent is forgotten', () => {
  const rate = createRate({ perSecond: 1, burst: 2, clients: 2 }, createClock().now)
  rate.take('10.0.0.1', 2)
  rate.take('10.0.0.2', 2)
  rate.take('10.0.0.1', 1) // is no longer the eldest
  rate.take('10.0.0.3', 2)
  expect(rate.take('10.0.0.1', 1)).toBe(0)
  expect(rate.take('10.0.0.2', 1)).toBe(1)
})

test('the addresses of one IPv6 network are one client', () => {
  expect(toClient('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2')
  expect(toClient('2001:db8:1:2::1')).toBe('2001:db8:1:2')
  expect(toClient('2001:db8::1')).toBe('2001:db8:0:0')
  expect(toClient('::1')).toBe('0:0:0:0')
  expect(toClient('::ffff:10.0.0.1')).toBe('10.0.0.1')
})

test('a port behind an address, as some proxies write it, makes no other client', () => {
  expect(toClient('10.0.0.1:50123')).toBe('10.0.0.1')
  expect(toClient('[2001:db8:1:2:3:4:5:6]:50123')).toBe('2001:db8:1:2')
  expect(toClient('[2001:db8::1]')).toBe('2001:db8:0:0')
})

test('a rate of nothing is refused in a sentence that says so', () => {
  expect(() => createRate({ perSecond: 0 })).toThrow('rate.perSecond must be at least 1, not 0.')
  expect(() => createRate({ perSecond: Number.NaN })).toThrow('rate.perSecond must be at least 1, not NaN.')
})

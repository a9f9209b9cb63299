import { expect, test } from 'vitest'
import { blob, plain, report } from '../../test/report.ts'

const levels = ['hash', 'block', 'full'] as const

test.each(levels)('at %s a null input beside an older name for it is refused', async (level) => {
  const { input, ...rest } = plain.result as { input: string }
  const lie = { ...rest, input: null, data: input }
  const judged = report({ level, members: 'tolerant' }, plain.method, plain.params, lie)
  await expect(judged).rejects.toMatchObject({ code: 'UNVERIFIED', check: 'input' })
})

test.each(['status', 'cumulativeGasUsed'])('a %s with zeros before its digits is refused', async (name) => {
  const truth = blob.result as { [name: string]: string }
  const lie = { ...truth, [name]: truth[name]!.replace('0x', '0x0') }
  const judged = report({ level: 'full' }, blob.method, blob.params, lie)
  await expect(judged).rejects.toMatchObject({ code: 'UNVERIFIED', check: name })
})

test.each(['type', 'status', 'blockHash', 'cumulativeGasUsed'])(
  'a %s that begins with 0X is refused: a program that compares it takes it for another',
  async (name) => {
    const truth = blob.result as { [name: string]: string }
    const lie = { ...truth, [name]: truth[name]!.replace('0x', '0X') }
    const judged = report({ level: 'full' }, blob.method, blob.params, lie)
    await expect(judged).rejects.toMatchObject({ code: 'UNVERIFIED' })
  },
)

test.each(['type', 'value', 'hash'])('a transaction’s %s that begins with 0X is refused', async (name) => {
  const truth = plain.result as { [name: string]: string }
  const lie = { ...truth, [name]: truth[name]!.replace('0x', '0X') }
  const judged = report({ level: 'full' }, plain.method, plain.params, lie)
  await expect(judged).rejects.toMatchObject({ code: 'UNVERIFIED' })
})

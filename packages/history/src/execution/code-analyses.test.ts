import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM, type EVM } from '@ethereumjs/evm'
import { Address } from '@ethereumjs/util'
import { expect, test } from 'vitest'
import { MOST_BYTES, rememberAnalyses } from './code-analyses.ts'

const create = async (hardfork: string) => {
  const evm = await createEVM({ common: new Common({ chain: Mainnet, hardfork }) })
  await rememberAnalyses(evm)
  return evm
}

/** What was found out of code that jumps over an invalid byte, and filled up with zeros: a new array for each analysis. */
const jumpsOf = async (evm: EVM, code: Uint8Array) => {
  const { runState, exceptionError } = await evm.runCode({ code, gasLimit: 100_000n })
  expect(exceptionError).toBeUndefined()
  expect(runState!.validJumps[4]).toBe(1)
  return runState!.validJumps
}
const makeCode = (length = 5) => {
  const code = new Uint8Array(length)
  code.set([0x60, 0x04, 0x56, 0xfe, 0x5b]) // PUSH1 4, JUMP, INVALID, JUMPDEST
  return code
}

test('code is analysed once for a fork, however often it is called, and however often this is asked for', async () => {
  const evm = await create(Hardfork.Cancun)
  await rememberAnalyses(evm)
  const code = makeCode()
  const jumps = await jumpsOf(evm, code)
  expect(await jumpsOf(evm, code)).toBe(jumps)
  expect(await jumpsOf(evm, makeCode())).not.toBe(jumps)
  expect(await jumpsOf(await create(Hardfork.Berlin), code)).not.toBe(jumps)
  expect(await jumpsOf(evm, code)).toBe(jumps)
})

test('so many bytes of code are remembered, and then all are forgotten', async () => {
  const evm = await create(Hardfork.Cancun)
  const [first, second, third] = [makeCode(), makeCode(MOST_BYTES - 5), makeCode()]
  const jumps = await jumpsOf(evm, first)
  const others = await jumpsOf(evm, second)
  expect(await jumpsOf(evm, first)).toBe(jumps)
  expect(await jumpsOf(evm, second)).toBe(others)
  await jumpsOf(evm, third)
  expect(await jumpsOf(evm, first)).not.toBe(jumps)
  expect(await jumpsOf(evm, second)).not.toBe(others)
})

test('code that a creation runs is not remembered', async () => {
  const evm = await create(Hardfork.Cancun)
  const code = makeCode()
  const run = async () => {
    const { execResult } = await evm.runCall({
      data: code,
      gasLimit: 100_000n,
      caller: new Address(new Uint8Array(20)),
    })
    expect(execResult.exceptionError).toBeUndefined()
    return execResult.runState!.validJumps
  }
  expect(await run()).not.toBe(await run())
})

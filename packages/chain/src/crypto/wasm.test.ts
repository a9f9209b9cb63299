import { expect, test, vi } from 'vitest'
import { loadWasmEngine } from './wasm.ts'

test('without an ox that has WebAssembly, a sentence says what to install; with one, it is used', async () => {
  vi.doMock('ox/wasm/Hash', () => Promise.reject(new Error('not exported'))) // as beside viem, whose ox is older
  await expect(loadWasmEngine()).rejects.toMatchObject({
    name: 'ChainError',
    check: 'engine',
    message: 'The WebAssembly engine needs ox 1.8 or newer: npm install ox@^1.8.',
  })
  vi.doUnmock('ox/wasm/Hash')
  expect(await loadWasmEngine()).toHaveProperty('name', 'ox/wasm')
})

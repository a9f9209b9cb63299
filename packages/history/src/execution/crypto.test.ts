import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createEVM } from '@ethereumjs/evm'
import { createAddressFromString, ecrecover, hexToBytes } from '@ethereumjs/util'
import { decodeTransaction, toHex, useEngine } from '@lectern/chain'
import { concatBytes, fromBigInt, signingHash } from '@lectern/chain/internal'
import { loadWasmEngine } from '@lectern/chain/wasm'
import { sample } from '@lectern/fixtures'
import { beforeAll, expect, test } from 'vitest'
import { openChain } from './chain-rlp.ts'
import { loadCrypto } from './crypto.ts'

let crypto: Awaited<ReturnType<typeof loadCrypto>>

beforeAll(async () => {
  useEngine(await loadWasmEngine())
  crypto = await loadCrypto()
})

test('the sender of every sample transaction is recovered as ethereumjs itself does it', async () => {
  let count = 0
  for await (const { transactions } of openChain({ genesis: sample.genesis, chain: sample.chain })) {
    for (const bytes of transactions) {
      const transaction = decodeTransaction(bytes)
      const [v, chainId] =
        transaction.type !== 0
          ? [BigInt(transaction.yParity)]
          : transaction.v < 35n
            ? [transaction.v]
            : [transaction.v, 7357n]
      // ethereumjs hands over r and s without leading zeros.
      const parts = [
        signingHash(transaction),
        v,
        fromBigInt(transaction.r),
        fromBigInt(transaction.s),
        chainId,
      ] as const
      expect(toHex(crypto.ecrecover!(...parts))).toBe(toHex(ecrecover(...parts)))
      count++
    }
  }
  expect(count).toBe(sample.transactions)
})

test('a v of another chain is refused', () => {
  const word = new Uint8Array(32).fill(1)
  expect(() => crypto.ecrecover!(word, 37n, word, word, 2n)).toThrow('v 37 is not one of chain 2.')
})

test('the precompile 0x0a verifies real proofs', async () => {
  const common = new Common({ chain: Mainnet, hardfork: Hardfork.Cancun, customCrypto: crypto })
  const evm = await createEVM({ common })
  // The commitment to the polynomial 0, which is 0 everywhere, verified by the point at infinity (EIP-4844).
  const infinity = hexToBytes(`0xc0${'00'.repeat(47)}`)
  const versionedHash = hexToBytes('0x010657f37554c781402a22917dee2f75def7ab966d7b770905398eba3c444014')
  const call = async (y: number) => {
    const data = concatBytes([
      versionedHash,
      fromBigInt(2n, 32),
      fromBigInt(BigInt(y), 32),
      infinity,
      infinity,
    ])
    const to = createAddressFromString(`0x${'0a'.padStart(40, '0')}`)
    const { execResult } = await evm.runCall({ to, data, gasLimit: 100_000n })
    return { returned: toHex(execResult.returnValue), error: execResult.exceptionError?.error }
  }
  expect(await call(0)).toEqual({
    returned: `0x${(4096).toString(16).padStart(64, '0')}73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001`,
    error: undefined,
  })
  expect(await call(1)).toEqual({ returned: '0x', error: 'kzg proof invalid' })
})

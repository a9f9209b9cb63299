import { Common, Hardfork, Mainnet } from '@ethereumjs/common'
import { createTxFromRLP } from '@ethereumjs/tx'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { transaction as anyTransaction } from '../../test/arbitrary.ts'
import { filled, sender, transactions } from '../../test/sample.ts'
import {
  ChainError,
  decodeTransaction,
  encodeTransaction,
  fromHex,
  hashTransaction,
  recoverSender,
  toHex,
} from '../index.ts'
import { decodeRlp, encodeRlp, type RlpItem, signingHash } from '../internal.ts'
import { transactionFields } from '../family/ethereum.ts'

// The library wants a KZG object for type 3, and calls it only for blobs, which no block holds.
const common = new Common({ chain: Mainnet, hardfork: Hardfork.Prague, customCrypto: { kzg: {} as never } })

describe('a transaction', () => {
  test.each(transactions.map((transaction) => [transaction.type, transaction]))(
    'of type %i comes back from its bytes',
    (type, transaction) => {
      const bytes = encodeTransaction(transaction)
      expect(decodeTransaction(bytes)).toEqual(transaction)
      expect(type === 0 ? bytes[0]! >= 0xc0 : bytes[0] === type).toBe(true)
    },
  )

  test('of any type and value has the bytes, hash, signing hash and sender that @ethereumjs/tx gives', () => {
    const seen = new Set<number>()
    fc.assert(
      fc.property(anyTransaction, (transaction) => {
        const bytes = encodeTransaction(transaction)
        const theirs = createTxFromRLP(bytes, { common })
        expect(toHex(theirs.serialize())).toBe(toHex(bytes))
        expect(toHex(hashTransaction(bytes))).toBe(toHex(theirs.hash()))
        expect(toHex(signingHash(transaction))).toBe(toHex(theirs.getHashedMessageToSign()))
        expect(toHex(recoverSender(transaction))).toBe(theirs.getSenderAddress().toString())
        expect(decodeTransaction(bytes)).toEqual(transaction)
        seen.add(transaction.type)
      }),
      { numRuns: 60 },
    )
    expect(seen.size).toBe(5)
  })

  test('of EIP-155 has the bytes and sender that the proposal prints', () => {
    const bytes = fromHex(
      '0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83',
    )
    const transaction = decodeTransaction(bytes)
    expect(encodeTransaction(transactions[0]!)).toEqual(bytes)
    expect(toHex(signingHash(transaction))).toBe(
      '0xdaf5a779ae972f972197303d7b574746c7ef83eadac0f2791ad23db92e4c8e53',
    )
    expect(recoverSender(transaction)).toEqual(sender)
  })
})

describe('bytes of a transaction are refused', () => {
  const bytes = transactions.map((transaction) => encodeTransaction(transaction))
  const changed = (index: number, field: string, item: RlpItem): Uint8Array => {
    const { type } = transactions[index]!
    const items = decodeRlp(bytes[index]!.subarray(type === 0 ? 0 : 1)) as RlpItem[]
    const list = encodeRlp(items.with(Object.keys(transactionFields[type]).indexOf(field), item))
    return type === 0 ? list : Uint8Array.of(type, ...list)
  }
  test.each<[string, Uint8Array, string, string]>([
    ['of no length', fromHex('0x'), 'transaction', 'transaction: there are no bytes.'],
    [
      'of an unknown type',
      fromHex('0x7fc0'),
      'unsupported',
      'transaction: the type 0x7f is not known: a newer Lectern is needed.',
    ],
    [
      'of a deposit',
      fromHex('0x7ec0'),
      'unsupported',
      'transaction: the type 0x7e is not known: a newer Lectern is needed.',
    ],
    [
      'of a type 0 in an envelope',
      fromHex('0x00c0'),
      'unsupported',
      'transaction: the type 0x0 is not known: a newer Lectern is needed.',
    ],
    [
      'that are a byte string',
      fromHex('0x820102'),
      'transaction',
      'transaction: 0x820102 must begin with a type or a list.',
    ],
    [
      'with too few fields',
      fromHex('0x01c0'),
      'transaction',
      'transaction: a list of 0 fields must be a list of 11 fields.',
    ],
    ['that hold no list', fromHex('0x0180'), 'transaction', 'transaction: 0x must be a list of 11 fields.'],
    [
      'with blobs beside it',
      Uint8Array.of(3, ...encodeRlp([[], [], [], []])),
      'transaction',
      'transaction: a list of 4 fields must be a list of 14 fields.',
    ],
    ['with a byte too many', Uint8Array.of(...bytes[2]!, 0), 'rlp', 'RLP: 1 bytes follow the item'],
    [
      'with a nonce of 9 bytes',
      changed(0, 'nonce', filled(1, 9)),
      'transaction',
      'transaction: nonce must be an integer of at most 8 bytes without leading zeros, not 0x010101010101010101.',
    ],
    [
      'with a leading zero',
      changed(1, 'value', filled(0, 1)),
      'transaction',
      'transaction: value must be an integer of at most 32 bytes without leading zeros, not 0x00.',
    ],
    [
      'with a value of 33 bytes',
      changed(4, 'value', filled(1, 33)),
      'transaction',
      'value must be an integer of at most 32 bytes',
    ],
    [
      'with a list for a number',
      changed(0, 'gas', []),
      'transaction',
      'gas must be an integer of at most 8 bytes without leading zeros, not "a list of 0".',
    ],
    [
      'to 19 bytes',
      changed(0, 'to', filled(1, 19)),
      'transaction',
      'transaction: to must be 20 bytes, not 0x',
    ],
    [
      'with blobs and to nobody',
      changed(5, 'to', fromHex('0x')),
      'transaction',
      'transaction: to must be 20 bytes, not 0x.',
    ],
    [
      'with authorizations and to nobody',
      changed(6, 'to', fromHex('0x')),
      'transaction',
      'transaction: to must be 20 bytes, not 0x.',
    ],
    [
      'with a parity of 2',
      changed(2, 'yParity', Uint8Array.of(2)),
      'transaction',
      'transaction: yParity must be 0 or 1, not 0x02.',
    ],
    [
      'with a parity of 00',
      changed(2, 'yParity', Uint8Array.of(0)),
      'transaction',
      'transaction: yParity must be 0 or 1, not 0x00.',
    ],
    [
      'with a list of input',
      changed(0, 'input', []),
      'transaction',
      'transaction: input must be a byte string, not "a list of 0".',
    ],
    [
      'with an access list of bytes',
      changed(2, 'accessList', filled(1)),
      'transaction',
      'transaction: accessList must be a list, not 0x',
    ],
    [
      'with an access list entry of one',
      changed(2, 'accessList', [[filled(1, 20)]]),
      'transaction',
      'accessList/0 must be a list of an address and storage keys',
    ],
    [
      'with a short storage key',
      changed(2, 'accessList', [[filled(1, 20), [filled(1, 31)]]]),
      'transaction',
      'accessList/0/storageKeys/0 must be 32 bytes',
    ],
    [
      'with a short blob hash',
      changed(5, 'blobVersionedHashes', [filled(1, 31)]),
      'transaction',
      'blobVersionedHashes/0 must be 32 bytes',
    ],
    [
      'with an authorization of five',
      changed(6, 'authorizationList', [[[], [], [], [], []]]),
      'transaction',
      'authorizationList/0 must be a list of 6 fields',
    ],
    [
      'with an authorization of a large parity',
      changed(6, 'authorizationList', [
        [fromHex('0x'), filled(1, 20), fromHex('0x'), fromHex('0x0100'), fromHex('0x'), fromHex('0x')],
      ]),
      'transaction',
      'authorizationList/0/yParity must be an integer of at most 1 bytes',
    ],
  ])('%s', (_, value, check, message) => {
    expect(() => decodeTransaction(value)).toThrow(message)
    expect(() => decodeTransaction(value)).toThrow(expect.objectContaining({ name: 'ChainError', check }))
  })

  test('unless they are its only encoding', () => {
    let accepted = 0
    fc.assert(
      fc.property(
        fc.constantFrom(...bytes),
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (whole, offset, flip) => {
          const at = offset % whole.length
          const mutant = whole.with(at, whole[at]! ^ flip)
          let transaction
          try {
            transaction = decodeTransaction(mutant)
          } catch (error) {
            expect(error).toBeInstanceOf(ChainError)
            return
          }
          accepted++
          expect(toHex(encodeTransaction(transaction))).toBe(toHex(mutant))
        },
      ),
      { numRuns: 1000 },
    )
    expect(accepted).toBeGreaterThan(100)
  })
})

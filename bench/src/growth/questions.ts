import type { Hex } from '@lectern/chain/internal'
import { openStore } from '@lectern/history'
import { call, createDraw, digest, type Question, shuffle } from '../serving/loads.ts'

/** What is asked of a store of any size: bodies of requests by name, hashes and numbers drawn over all of it or of its newest blocks, the same ones each time. */
export async function drawQuestions(datadir: string, count: number): Promise<readonly Question[]> {
  await using store = await openStore(datadir, { readOnly: true })
  const head = Number(store.head!.number)
  const draw = createDraw()
  const hashesOf = async (number: number): Promise<Hex[]> => {
    const answer = await store.eth_getBlockByNumber(`0x${number.toString(16)}`, false)
    return (JSON.parse(Buffer.from(answer as Uint8Array).toString()) as { transactions: Hex[] }).transactions
  }
  const hashes: Hex[] = []
  while (hashes.length < count) {
    const transactions = await hashesOf(1 + draw(head)) // the first block has none
    hashes.push(transactions[draw(transactions.length)]!)
  }
  const newest: Hex[] = []
  for (let number = head; number > 0 && number > head - NEWEST; number--)
    newest.push(...(await hashesOf(number)))
  hashes.sort((one, other) => (digest(one) < digest(other) ? -1 : 1))
  const numbers = Array.from({ length: 2000 }, (): Hex => `0x${(1 + draw(head)).toString(16)}`)
  const receipts = hashes.map((hash, id) => call(id, 'eth_getTransactionReceipt', hash))
  return [
    { name: 'transaction', bodies: hashes.map((hash, id) => call(id, 'eth_getTransactionByHash', hash)) },
    { name: 'receipt', bodies: receipts },
    {
      name: 'receipt, newest blocks',
      bodies: shuffle(newest).map((hash, id) => call(id, 'eth_getTransactionReceipt', hash)),
    },
    {
      name: 'unknown hash',
      bodies: hashes.map((hash, id) => call(id, 'eth_getTransactionByHash', `0x${digest(hash)}`)),
    },
    {
      name: 'block, hashes',
      bodies: numbers.map((number, id) => call(id, 'eth_getBlockByNumber', number, false)),
    },
    {
      name: 'block, full',
      bodies: numbers.slice(0, 500).map((number, id) => call(id, 'eth_getBlockByNumber', number, true)),
    },
    {
      name: 'batch of 100 receipts',
      bodies: Array.from(
        { length: Math.floor(count / 100) },
        (_, index) => `[${receipts.slice(100 * index, 100 * index + 100).join()}]`,
      ),
    },
  ]
}

/** As many blocks as the smallest store holds. */
const NEWEST = 80

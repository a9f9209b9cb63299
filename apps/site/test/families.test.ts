import { readPacked, readRecorded, type RecordedBlock } from '@lectern/chain/testing'
import { describeCorpus } from '@lectern/fixtures'
import { afterEach, expect, test } from 'vitest'
import { waitForSeal } from './browser.ts'
import { inBrowser } from './in-browser.ts'
import { type Changes, sampleStatus } from './server.ts'

type Json = Record<string, any>

/** A node that has one recorded block. */
function nodeOf({
  chainId,
  block,
  receipts,
}: Pick<RecordedBlock, 'chainId' | 'block' | 'receipts'>): Changes {
  const transactions = block['transactions'] as Json[]
  const own = new Set<unknown>([block['number'], block['hash'], 'latest'])
  const whole = (isFull: unknown) =>
    isFull ? block : { ...block, transactions: transactions.map(({ hash }) => hash) }
  const answers: Readonly<Record<string, (name: unknown, isFull: unknown) => unknown>> = {
    eth_chainId: () => `0x${chainId.toString(16)}`,
    eth_getBlockByNumber: (name, isFull) => (own.has(name) ? whole(isFull) : null),
    eth_getBlockByHash: (name, isFull) => (own.has(name) ? whole(isFull) : null),
    eth_getBlockReceipts: (name) => (own.has(name) ? receipts : null),
    eth_getTransactionByHash: (name) => transactions.find(({ hash }) => hash === name) ?? null,
    eth_getTransactionReceipt: (name) =>
      (receipts as Json[]).find(({ transactionHash }) => transactionHash === name) ?? null,
  }
  const head = { number: Number(block['number']), hash: block['hash'] }
  return {
    status: { ...sampleStatus, chainId: String(chainId), chainConfig: undefined, head, anchor: head },
    result: (method, [name, isFull]) => answers[method]?.(name, isFull) ?? null,
  }
}

const blockAt = ({ block }: RecordedBlock): string => `#/block/${Number(block['number'])}`

describeCorpus('l2', 'recorded blocks of other chains', (folder) => {
  const recorded = readRecorded(folder)
  const find = (name: string) => recorded.find((each) => each.name.endsWith(name))!

  inBrowser((at) => {
    afterEach(() => at.site.change({}))

    /** Opens a page of a recorded block, and reads what it shows. With trust, it names the block as one that is trusted. */
    async function read(
      node: Pick<RecordedBlock, 'chainId' | 'block' | 'receipts'>,
      place: string,
      hasTrust = false,
    ) {
      at.site.change(nodeOf(node))
      await using tab = await at.open(place)
      const { page } = tab
      let seal = await waitForSeal(page)
      if (hasTrust) {
        await page.getByLabel('a block, and so all its ancestors').check()
        await page.getByRole('button', { name: 'Prove again' }).click()
        await page.waitForSelector(
          '.seal[data-state=anchored], .seal[data-state=refuted], .seal[data-state=open]',
        )
        seal = await waitForSeal(page)
      }
      const membersOf = (state: string): Promise<string[]> =>
        page
          .locator(`.verso [data-member].${state}`)
          .evaluateAll((all: HTMLElement[]) => all.map(({ dataset }) => dataset['member']!))
      return {
        seal: `${seal}: ${await page.textContent('.seal')}`,
        titles: await page.locator('.verso h2').allTextContents(),
        text: (await page.textContent('.verso'))!,
        grounds: (await page.textContent('.grounds'))!,
        proven: await membersOf('proven'),
        open: await membersOf('open'),
        refuted: await membersOf('refuted'),
      }
    }
    test('a block of the OP stack is proven, with its deposit and the members of its fork', async () => {
      const each = find('op-mainnet-154497277')
      const { seal, titles, proven, open, refuted } = await read(each, blockAt(each))
      expect(seal).toMatch(/^self-consistent: .* By the rules of the OP stack\./)
      expect(proven).toEqual(
        expect.arrayContaining(['/withdrawalsRoot', '/blobGasUsed', '/requestsHash', '/transactions/0']),
      )
      expect([refuted, titles.includes('Unknown here')]).toEqual([[], false])
      expect(open).toEqual(['/transactions', '/withdrawals']) // no hash commits to a deposit’s v, r and s, nor to no withdrawals
    })

    test('a deposit of the OP stack has the members of layer 1, and is of a block that the reader trusts', async () => {
      const each = find('op-mainnet-154497277')
      const { hash } = (each.block['transactions'] as Json[])[0]!
      const { seal, titles, text, grounds, proven, open, refuted } = await read(each, `#/tx/${hash}`, true)
      expect(seal).toMatch(/^anchored: Proven in this browser, .* By the rules of the OP stack\./)
      expect(titles).toContain('Layer 1')
      expect(text).toContain('of layer 1 type 126')
      expect(proven).toEqual(
        expect.arrayContaining(['/hash', '/blockHash', '/from', '/sourceHash', '/mint', '/input']),
      )
      expect(open).toEqual(expect.arrayContaining(['/gasPrice', '/depositReceiptVersion', '/v']))
      expect(refuted).toEqual([])
      expect(grounds).not.toContain('signature') // layer 1 names the sender
    })

    test('a receipt of the OP stack is proven, but for the fees of layer 1', async () => {
      const each = find('op-mainnet-154497277')
      const { transactionHash } = (each.receipts as Json[]).at(-1)!
      const { titles, proven, open, refuted } = await read(each, `#/receipt/${transactionHash}`)
      expect(titles).toContain('Layer 1')
      expect(proven).toEqual(expect.arrayContaining(['/status', '/gasUsed', '/from', '/logsBloom']))
      expect(open).toEqual(
        expect.arrayContaining(['/l1Fee', '/l1GasUsed', '/l1BaseFeeScalar', '/daFootprintGasScalar']),
      )
      expect([refuted, titles.includes('Unknown here')]).toEqual([[], false])
    })

    test('a transaction of before Bedrock has the members of its node', async () => {
      const each = find('op-mainnet-14930491')
      const [{ hash }] = each.block['transactions'] as [Json]
      const { titles, text, proven, refuted } = await read(each, `#/tx/${hash}`)
      expect(text).toContain('ordered bysequencer')
      expect(proven).toEqual(expect.arrayContaining(['/hash', '/from', '/value']))
      expect([refuted, titles.includes('Unknown here')]).toEqual([[], false])
    })

    test.each([
      ['mint', 'tx', '0x123456'],
      ['sourceHash', 'tx', `0x${'12'.repeat(32)}`],
      ['depositNonce', 'receipt', '0x123456'],
      ['cumulativeGasUsed', 'receipt', '0x123456'],
    ] as const)('another %s of a deposit is refuted', async (member, kind, value) => {
      const each = find('base-goerli-12399126')
      const [deposit] = each.block['transactions'] as Json[]
      const [receipt, ...receipts] = each.receipts as Json[]
      const isReceipt = kind === 'receipt'
      const node = nodeOf(
        isReceipt ? { ...each, receipts: [{ ...receipt, [member]: value }, ...receipts] } : each,
      )
      const result: Changes['result'] = (method, params) =>
        method === 'eth_getTransactionByHash' ? { ...deposit, [member]: value } : node.result!(method, params)
      at.site.change(isReceipt ? node : { ...node, result })
      await using tab = await at.open(`#/${kind}/${deposit!['hash']}`)
      expect(await waitForSeal(tab.page)).toBe('refuted')
      if (!isReceipt) expect(await tab.page.locator(`[data-member="/${member}"] s`).count()).toBe(1)
    })

    test('of a Polygon block all transactions are proven but the one that no root commits to, which is named', async () => {
      const each = find('polygon-pos-10000000')
      const { seal, grounds, proven, open, refuted } = await read(each, blockAt(each))
      expect(seal).toMatch(/^self-consistent: .* By the rules of Polygon\./)
      expect(proven).toEqual(expect.arrayContaining(['/receiptsRoot', '/transactions/0', '/transactions/4']))
      expect(open).toEqual(expect.arrayContaining(['/transactions', '/transactions/5']))
      expect(grounds).toContain('transaction 5: no root of its block commits to it.')
      expect(refuted).toEqual([])
      const { hash } = (each.block['transactions'] as Json[])[5]!
      const own = await read(each, `#/tx/${hash}`)
      expect(own.seal).toMatch(
        /^open: Not proven\. No root of its block commits to it\. By the rules of Polygon\./,
      )
      expect([own.proven, own.refuted]).toEqual([[], []])
    })

    test('a block of Arbitrum, its first transaction and a receipt are proven', async () => {
      const each = find('arbitrum-sepolia-185232421')
      const block = await read(each, blockAt(each))
      expect(block.seal).toMatch(/^self-consistent: .* By the rules of Arbitrum\./)
      expect(block.titles).toContain('Layer 1')
      expect(block.proven).toEqual(
        expect.arrayContaining(['/sendRoot', '/sendCount', '/l1BlockNumber', '/transactionsRoot']),
      )
      const [first] = each.block['transactions'] as Json[]
      const internal = await read(each, `#/tx/${first!['hash']}`)
      expect(internal.text).toContain('internal type 106')
      expect(internal.proven).toEqual(expect.arrayContaining(['/hash', '/from', '/input', '/chainId']))
      const receipt = await read(each, `#/receipt/${first!['hash']}`)
      expect(receipt.open).toEqual(
        expect.arrayContaining(['/gasUsedForL1', '/l1BlockNumber', '/timeboosted']),
      )
      for (const { refuted, titles } of [block, internal, receipt])
        expect([refuted, titles.includes('Unknown here')]).toEqual([[], false])
    })

    test('a block of a chain whose rules are not known is not refuted', async () => {
      const others = recorded.filter(({ name }) => /^(other|tempo|scroll|arb-classic)\//.test(name))
      const shown = new Set<string>()
      for (const each of new Map(others.map((each) => [each.chainId, each])).values()) {
        const { seal, refuted } = await read(each, blockAt(each))
        expect(refuted, each.name).toEqual([])
        shown.add(
          /^[a-z-]+: (Not proven|Every member|\d+ of \d+ members)/.exec(seal)?.[1]?.replaceAll(/\d+/g, '…') ??
            seal,
        )
      }
      expect([...shown].toSorted()).toEqual(['Every member', 'Not proven', '… of … members'])
    })

    test('a transaction whose JSON lacks what its hash needs is not refuted: the member is named', async () => {
      const { chainId, transaction } = readPacked(
        `${folder}/single/arbitrum-0x69-submit-retryable.json.gz`,
      ) as Json
      const block = {
        number: transaction.blockNumber,
        hash: transaction.blockHash,
        transactions: [transaction],
      }
      const { seal, refuted, proven } = await read(
        { chainId, block, receipts: [] },
        `#/tx/${transaction.hash}`,
      )
      expect(seal).toMatch(
        /^open: Not proven\. Transaction: its JSON has no l1BaseFee, which its hash needs\./,
      )
      expect([refuted, proven]).toEqual([[], []])
    })
  })
})

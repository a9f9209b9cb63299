import { block, receipt, transaction, type Row } from './defect.ts'
import type { Defect } from './mini-server.ts'

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

/** The bytes of each response to one method's single calls, each a character, changed. */
export const bytes = (method: string, edit: (text: string) => string): Defect => ({
  http: (answer, { body }) => {
    if (body?.includes(`"${method}"`) !== true || body.startsWith('[')) return undefined
    const text = String.fromCharCode(...answer.body)
    return { ...answer, body: latin(edit(text)) }
  },
})

/** Answers whose bytes are no JSON, or JSON that two readers take for two things. */
// oxfmt-ignore
export const textDefects: Row[] = [
  ['answers end too early: a transaction', `json/${transaction}/text`, bytes(transaction, (text) => text.slice(0, -2))],
  ['answers end too early: a receipt', `json/${receipt}/text`, bytes(receipt, (text) => text.slice(0, -2))],
  ['answers end too early: a block', `json/${block}/text`, bytes(block, (text) => text.slice(0, -2))],
  ['all responses end too early', 'sample/readable', { http: (answer) => ({ ...answer, body: answer.body.slice(0, -9) }) }],
  ['answers begin with a byte order mark', `json/${transaction}/utf-8`, bytes(transaction, (text) => `\u00EF\u00BB\u00BF${text}`)],
  ['messages of errors are Latin-1', `json/${receipt}/utf-8`, bytes(receipt, (text) => text.replace('"message":"', '"message":"\u00E9'))],
  ['a member beside the document’s is Latin-1', `json/${block}/utf-8`, bytes(block, (text) => text.replace('"result":{', '"result":{"note":"\u00FF",'))],
  ['a transaction has its hash twice', `json/${transaction}/names`, bytes(transaction, (text) => text.replace('"result":{', '"result":{"hash":"0x",'))],
  ['logs have their index twice', `json/${receipt}/names`, bytes(receipt, (text) => text.replaceAll('"logIndex":', String.raw`"log\u0049ndex":"0x0","logIndex":`))],
  ['errors have their code twice', `json/${block}/names`, bytes(block, (text) => text.replace('"error":{', '"error":{"code":-32000,'))],
]

import { validateOpenRPCDocument } from '@open-rpc/schema-utils-js'
import type { Rules } from './rule.ts'

interface MetaError {
  readonly dataPath: string
  readonly message: string
}

/** OpenRPC's own meta-schema, through its reference tool. */
export const metaRules: Rules = {
  'open-rpc': (document) => {
    // It gives its errors instead of throwing them, as a text with a list in it; and it is handed a copy, for it changes documents.
    const verdict = validateOpenRPCDocument(structuredClone(document) as never)
    if (verdict === true) return []
    const errors = JSON.parse(verdict.message.slice(verdict.message.indexOf('['))) as MetaError[]
    return errors.map(({ dataPath, message }) => [pointerOf(dataPath), `${message}.`])
  },
}

/** `.methods[0]['a']` as a pointer. */
const pointerOf = (path: string) => ['#', ...path.split(/[.[\]']+/).filter((step) => step !== '')].join('/')

// The declarations that lean on @ethereumjs and lmdb, whose own do not all pass without skipLibCheck.
import { importChain, openStore, readGenesis } from '@lectern/history'
import { createRpc } from '@lectern/server'

await using store = await openStore('history', { readOnly: true })
const rpc = createRpc({ methods: store })
// @ts-expect-error a genesis is read from a file
await readGenesis(1)
export const used: unknown[] = [importChain, rpc]

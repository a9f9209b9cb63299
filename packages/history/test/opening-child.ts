import { once } from 'node:events'
import { openStore, readStatus } from '../src/index.ts'

// Opens and closes the store of a folder this often, as a reader, a writer or `lectern store status`, and prints refusals. A leaver exits without closing it when it is told to.
const [datadir, role, times] = process.argv.slice(2) as [string, string, string]
const refused: string[] = []
if (role === 'leaver') {
  await openStore(datadir, { readOnly: true })
  process.stdout.write('open')
  await once(process.stdin, 'data')
  process.exit()
}
for (let time = 0; time < Number(times); time++)
  try {
    if (role === 'status') await readStatus({ datadir })
    else await (await openStore(datadir, { readOnly: role === 'reader' }))[Symbol.asyncDispose]()
  } catch (error) {
    refused.push((error as Error).message)
  }
process.stdout.write(JSON.stringify(refused))

// An old block, proven down from the signatures of a sync committee, by the installed packages: prints by what, or throws.
import { readFileSync } from 'node:fs'
import { createClient } from '@lectern/client'
import { verifier } from '@lectern/client/verify'
import { beacon, serverHistory } from '@lectern/client/verify/beacon'
import { networkFromConfig, readConfig } from '@lectern/consensus'

const { ENDPOINT, BEACON } = process.env
const flags = JSON.parse(BEACON) // those that `npm run beacon` prints
const network = networkFromConfig(readConfig(readFileSync(flags['--beacon.config'], 'utf8')), {
  genesisTime: BigInt(flags['--beacon.genesis.time']),
  genesisValidatorsRoot: Buffer.from(flags['--beacon.genesis.gvroot'].slice(2), 'hex'),
})
const trust = beacon({
  api: flags['--beacon.api'],
  checkpoint: flags['--beacon.checkpoint'],
  network,
  history: serverHistory(),
})
const ethereum = createClient({ transport: ENDPOINT, verify: verifier({ level: 'full', trust }) })
const { anchor } = (await ethereum.proven.getBlock(20)).report
if (anchor.participants !== 32) throw new Error(`Of 32 validators ${anchor.participants} signed.`)
console.log(`block 20 is proven: ${anchor.sentence}`)

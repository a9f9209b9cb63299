// The client as a provider of web3; only type-checked.
import { createClient } from '@lectern/client'
import { toEip1193 } from '@lectern/client/eip1193'
import { verifier } from '@lectern/client/verify'
import { Web3 } from 'web3'

const client = createClient({
  transport: 'http://127.0.0.1:8545',
  verify: verifier({ level: 'full', trust: 'none' }),
})
const web3 = new Web3(toEip1193(client) as ConstructorParameters<typeof Web3>[0])
export const hash: string | undefined = (await web3.eth.getBlock(1)).hash?.toString()

// The client as a provider of ethers; only type-checked.
import { createClient } from '@lectern/client'
import { toEip1193 } from '@lectern/client/eip1193'
import { BrowserProvider } from 'ethers'

const provider = new BrowserProvider(toEip1193(createClient('http://127.0.0.1:8545')))
export const hash: string | null | undefined = (await provider.getBlock(1))?.hash

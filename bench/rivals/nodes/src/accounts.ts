import { mnemonicToAccount, type HDAccount } from 'viem/accounts'

/** The words that development nodes make their accounts of; never send anything of worth to these. */
export const mnemonic = 'test test test test test test test test test test test junk'

/** The chain id that every node is started with. */
export const chainId = 31_337

/** When block 0 was made, in seconds: the same on every node. */
export const genesisTime = 1_760_000_000

/** The first five accounts of the words. */
export const accounts: readonly HDAccount[] = Array.from({ length: 5 }, (_, addressIndex) =>
  mnemonicToAccount(mnemonic, { addressIndex }),
)

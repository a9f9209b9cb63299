import { tmpdir } from 'node:os'
import type { HardhatUserConfig } from 'hardhat/config'
import { chainId, genesisTime, mnemonic } from './src/accounts.ts'

const hardfork = process.env['HARDFORK']

/** A chain without automatic mining, from the fork that HARDFORK names, or from hardhat's own default. */
const config: HardhatUserConfig = {
  paths: { artifacts: `${tmpdir()}/artifacts`, cache: `${tmpdir()}/cache` },
  networks: {
    node: {
      type: 'edr-simulated',
      chainId,
      initialDate: new Date(genesisTime * 1000),
      accounts: { mnemonic },
      mining: { auto: false },
      ...(hardfork !== undefined && { hardfork }),
    },
  },
}
export default config

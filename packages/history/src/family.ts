import type { ChainConfig, Family } from '@lectern/chain'
import { families } from '@lectern/chain/families'

/** Returns the rules of a chain, by the name of its family. */
export const rulesOf = ({ family = 'ethereum' }: Pick<ChainConfig, 'family'>): Family => families[family]

/** Returns a config that names a family, unless it is Ethereum's. */
export const ofFamily = (
  config: ChainConfig,
  { name }: Pick<Family, 'name'> = families.ethereum,
): ChainConfig => (name === 'ethereum' ? config : { ...config, family: name })

import type { FamilyName } from './family.ts'

/** The ids of public chains by family, from ethereum-lists/chains and, of the OP stack, ethereum-optimism/superchain-registry. */
// oxfmt-ignore
export const chainIds: { readonly [N in FamilyName]?: readonly number[] } = {
  ethereum: [1, 3, 4, 5, 61, 1337, 7357, 17000, 31337, 560048, 11155111], // 1337, 7357 and 31337 are of development
  op: [
    10, 53, 69, 130, 169, 177, 183, 185, 204, 252, 254, 288, 291, 360, 420, 480, 624, 625, 690, 863, 919, 957, 1135, 1301, 1740,
    1750, 1868, 1946, 4202, 4326, 4801, 5330, 5371, 5373, 6342, 6805, 6806, 7560, 8008, 8453, 11011, 16481, 28882, 33979,
    34443, 42220, 57073, 60808, 65536, 81457, 84531, 84532, 325000, 380929, 763373, 2702128, 3397901, 7777777, 7849306,
    11142220, 11155420, 111557560, 168587773, 420130015, 999999999,
  ],
  arbitrum: [42161, 42170, 421611, 421613, 421614],
  polygon: [137, 80001, 80002],
  bsc: [56, 97],
  gnosis: [100, 10200],
}

/** Sonic, Hyperliquid, Linea, Scroll, Taiko, Berachain, Ronin, and their test networks. */
// oxfmt-ignore
export const alikeIds: readonly number[] = [146, 998, 999, 2020, 2021, 57054, 59141, 59144, 80094, 167000, 534351, 534352]

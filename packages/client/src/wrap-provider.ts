import { createClient, type ClientOptions } from './client.ts'
import { fromProviderError } from './provider-error.ts'
import { toEip1193, type Provider } from './provider.ts'
import type { Transport } from './transport.ts'

/**
 * The same EIP-1193 provider, say a wallet's `window.ethereum`, but what it answers to the three methods is checked,
 * and proven where `verify` is given. Everything else passes through as it is.
 */
export function wrapProvider<P extends Provider>(
  provider: P,
  options: Omit<ClientOptions, 'transport'> = {},
): P {
  return toEip1193(createClient({ ...options, transport: eip1193(provider) }), provider)
}

/** Asks an EIP-1193 provider, once: what is worth trying again, the provider tries again by itself. */
export function eip1193(provider: Provider): Transport {
  return async ({ method, params }, { emit }) => {
    try {
      return { result: await provider.request({ method, params: [...params] }) }
    } catch (cause) {
      const error = fromProviderError(cause)
      emit?.({ type: 'failed', error })
      throw error
    }
  }
}

import { vi } from 'vitest'
import type { Provider, ProviderRequest } from '../src/eip1193.ts'

/** A provider of what is none of the three methods, and the methods it was asked. */
export function createRest(): Provider & { readonly asked: string[] } {
  const asked: string[] = []
  const request = vi.fn(async ({ method }: ProviderRequest) => {
    asked.push(method)
    if (method in answers) return answers[method]
    throw Object.assign(new Error(`${method} is not here.`), { code: -32601 })
  })
  return { request, asked }
}

const answers: Readonly<Record<string, unknown>> = {
  eth_chainId: '0xd903',
  net_version: '55555',
  eth_blockNumber: '0x40',
}

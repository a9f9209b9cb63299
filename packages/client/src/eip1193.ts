export { eip1193, type Provider, type ProviderRequest, toEip1193, wrapProvider } from './provider.ts'
export type { ProviderRpcError } from './provider-error.ts'

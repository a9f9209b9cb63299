export { toEip1193, type Provider, type ProviderRequest } from './provider.ts'
export type { ProviderRpcError } from './provider-error.ts'
export { eip1193, wrapProvider } from './wrap-provider.ts'

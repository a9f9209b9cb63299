declare module 'virtual:document' {
  /** The document that this site was built with. */
  export const document: import('@lectern/spec').OpenRpc
  export const about: readonly import('./guides/block.ts').Element[]
}

declare module 'virtual:guides' {
  const guides: readonly import('./guides/block.ts').Guide[]
  export default guides
}

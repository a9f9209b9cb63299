declare module 'virtual:document' {
  /** The document that this site was built with. */
  export const document: import('./methods/schema.ts').OpenRpc
  /** Its description. */
  export const about: readonly import('./guides/block.ts').Block[]
}

declare module 'virtual:guides' {
  const guides: readonly import('./guides/block.ts').Guide[]
  export default guides
}

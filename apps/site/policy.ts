/**
 * The page's content security policy: it loads nothing but its own files, makes no script of text, and asks the sources of `connect` alone.
 * A header also says that no other page may frame it, which a `meta` element cannot say.
 *
 * @param connect - the sources of `connect-src`, with spaces between them
 * @param by - what carries the policy
 * @returns the policy as text
 */
export const policy = (connect: string, by: 'header' | 'meta'): string =>
  [
    "default-src 'none'",
    ...['script-src', 'style-src', 'font-src', 'img-src', 'worker-src'].map((name) => `${name} 'self'`),
    `connect-src ${connect}`,
    ...['base-uri', 'form-action', ...(by === 'header' ? ['frame-ancestors'] : [])].map(
      (name) => `${name} 'none'`,
    ),
    "require-trusted-types-for 'script'",
    'trusted-types lectern', // src/shell/trusted-types.ts
  ].join('; ')

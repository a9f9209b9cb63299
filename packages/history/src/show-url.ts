/** Returns a URL for messages: without user info and query, which may be secrets. */
export function showUrl(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#\\]*@/i, '$1***@').replace(/[?#].*$/s, '')
}

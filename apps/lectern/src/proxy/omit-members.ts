/** Returns a JSON value, which lies at a JSON pointer, without the members at some others. */
export function omitMembers(value: unknown, omitted: ReadonlySet<string>, at = ''): unknown {
  if (Array.isArray(value)) return value.map((part, index) => omitMembers(part, omitted, `${at}/${index}`))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      omitted.has(`${at}/${name}`) ? [] : [[name, omitMembers(part, omitted, `${at}/${name}`)]],
    ),
  )
}

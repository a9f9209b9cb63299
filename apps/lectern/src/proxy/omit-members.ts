/** Returns a JSON value without the members at some JSON pointers. */
export function omitMembers(value: unknown, pointers: readonly string[]): unknown {
  return omit(value, '', new Set(pointers))
}

function omit(value: unknown, at: string, omitted: ReadonlySet<string>): unknown {
  if (Array.isArray(value)) return value.map((part, index) => omit(part, `${at}/${index}`, omitted))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) =>
      omitted.has(`${at}/${name}`) ? [] : [[name, omit(part, `${at}/${name}`, omitted)]],
    ),
  )
}

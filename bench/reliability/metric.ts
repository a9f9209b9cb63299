/** The values of a metric of a server, one for each of its labels. */
export async function readMetric(url: string, name: string): Promise<number[]> {
  const text = await (await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(5_000) })).text()
  const values = [...text.matchAll(new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'gm'))].map(([, value]) =>
    Number(value),
  )
  if (values.length === 0) throw new Error(`There is no metric ${name}.`)
  return values
}

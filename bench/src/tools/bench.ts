import { parseArgs } from 'node:util'

/** Flags of a measurement with their defaults. A flag whose default is a number takes a number above 0. */
export type Flags = Readonly<Record<string, number | string>>

type Values<F extends Flags> = { readonly [Name in keyof F]: F[Name] extends number ? number : string }

/** Figures of one run, as a table. */
export interface Result {
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | number)[])[]
  /** False if a claim of the table does not hold. */
  readonly holds?: boolean
}

/** A measurement that `npm run bench -- NAME` runs. */
export interface Bench<F extends Flags = Flags> {
  readonly flags: F
  run(values: Values<F>): Promise<Result>
}

/** A mistake on the command line. */
export class UsageError extends Error {}

/** Parses the flags of a measurement. Throws UsageError for an unknown flag or a wrong value. */
export function readFlags<F extends Flags>(
  flags: F,
  args: readonly string[],
): { values: Values<F>; isWritten: boolean } {
  const names = Object.keys(flags)
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]))
  const given = parse({ ...options, write: { type: 'boolean' } }, args)
  const values = names.map((name) => [name, readValue(name, flags[name]!, given[name] as string | undefined)])
  return { values: Object.fromEntries(values) as Values<F>, isWritten: given['write'] === true }
}

/** Parses whole numbers from 1 on with commas between them. Throws UsageError for anything else. */
export function readList(flag: string, text: string): number[] {
  const numbers = text.split(',').map(Number)
  if (numbers.every((number) => Number.isSafeInteger(number) && number > 0)) return numbers
  throw new UsageError(`--${flag} must be whole numbers above 0 with commas between them, not "${text}".`)
}

function readValue(name: string, usual: number | string, text: string | undefined): number | string {
  if (text === undefined) return usual
  if (typeof usual === 'string') return text
  if (Number(text) > 0 && Number(text) < Infinity) return Number(text)
  throw new UsageError(`--${name} must be a number above 0, not "${text}".`)
}

function parse(options: NonNullable<Parameters<typeof parseArgs>[0]>['options'], args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: options! }).values
  } catch (error) {
    throw new UsageError(`${(error as Error).message.split('. ')[0]!.replace(/\.$/, '')}.`)
  }
}

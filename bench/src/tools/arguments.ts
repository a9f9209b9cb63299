import { parseArgs, type ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/** What a program was asked for on its command line. */
export interface Arguments<T extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ options: T }>>['values']
  readonly names: readonly string[]
  /** The whole number, from 1 on, that a flag gives. */
  count(flag: keyof T & string): number
  /** The names that stand behind a flag with commas between; all that are known where it is not given. */
  choose(flag: keyof T & string, known: readonly string[]): readonly string[]
  /** Ends the program with a sentence, how it is run, and exit code 2. */
  refuse(problem: string): never
}

/**
 * Reads the command line: `--help` prints the usage and ends the program with code 0; unknown flags, and names if it takes none, end it with
 * one line and code 2.
 */
export function readArguments<const T extends Options>(
  usage: string,
  options: T,
  { takesNames = false }: { readonly takesNames?: boolean } = {},
): Arguments<T> {
  const refuse = (problem: string): never => {
    process.stderr.write(`${problem} It is run as ${usage}\n`)
    process.exit(2)
  }
  const { values, positionals } = parse()
  const given = values as Readonly<Record<string, string | boolean | undefined>>
  if (given['help'] === true) {
    process.stdout.write(`${usage}\n`)
    process.exit(0)
  }
  return {
    values: values as Arguments<T>['values'],
    names: positionals,
    refuse,
    count(flag) {
      const count = Number(given[flag])
      if (Number.isSafeInteger(count) && count > 0) return count
      return refuse(`--${flag} must be a whole number from 1 on, not "${given[flag]}".`)
    },
    choose(flag, known) {
      const chosen = given[flag] === undefined ? known : String(given[flag]).split(',')
      const strange = chosen.find((name) => !known.includes(name))
      return strange === undefined ? chosen : refuse(`--${flag} takes ${known.join(', ')}, not "${strange}".`)
    },
  }

  function parse() {
    try {
      return parseArgs({
        options: { ...options, help: { type: 'boolean' } } as Options,
        allowPositionals: takesNames,
      })
    } catch (error) {
      return refuse(`${(error as Error).message.split('. ')[0]!.replace(/\.$/, '')}.`)
    }
  }
}

import { Command } from 'commander'
import { loadCommands, loaders } from './commands.ts'
import { addConfig, findProblems } from '../config/config.ts'
import { readConfigFile } from '../config/config-file.ts'
import { hideUser, isSecret } from '../config/store-options.ts'
import { explain, Failure } from '../failure.ts'

/** `lectern config print` and `lectern config check`: the settings of a command, and the mistakes in a config file. */
export const command: Command = new Command('config').description(
  'show where settings come from, and check a file of them',
)

command
  .command('print')
  .description('print the settings of a command, and where each value comes from; TOML unless --json')
  .argument('[command]', 'serve by default')
  .argument('[flags...]', 'flags of that command')
  .option('--json', 'print it as JSON')
  .allowUnknownOption()
  .action(async (_, __, options: { readonly json?: true }, { args }: Command) => {
    const [name, flags] = /^[^-]/.test(args[0] ?? '') ? [args[0]!, args.slice(1)] : ['serve', args]
    const load = loaders.get(name)
    if (!load)
      throw new Failure(`There are no settings of ${name}, but of ${[...loaders.keys()].join(', ')}.`)
    const { command: target } = await load()
    const settings = await readSettings(target, flags)
    process.stdout.write(options.json ? `${JSON.stringify(settings)}\n` : describe(settings))
  })

command
  .command('check')
  .description('list what is wrong with a config file; exit code 1 if anything is')
  .argument('<file>', 'TOML, or JSON if its name ends with .json')
  .action(async (path: string) => {
    const file = await readConfigFile(path)
    const problems = findProblems(file, await loadCommands())
    process.stdout.write(
      problems.length === 0
        ? `${path}: ${file.entries.size} settings, each of them sound.\n`
        : problems.map((problem) => `${explain(problem)}\n`).join(''),
    )
    if (problems.length > 0) process.exitCode = 1
  })

interface Setting {
  readonly name: string
  /** Null if nothing sets it. */
  readonly value: unknown
  /** The name of a flag or variable, the path of a file, or `default`; null if nothing sets it. */
  readonly source: string | null
}

/** Lets the command read its flags, the environment and the file, and reads the values. */
async function readSettings(target: Command, flags: readonly string[]): Promise<Setting[]> {
  addConfig(target, { others: loadCommands, isWhole: false })
  for (const argument of target.registeredArguments) argument.required = false
  target
    .exitOverride()
    .showSuggestionAfterError()
    .action(() => {})
  await target.parseAsync(flags, { from: 'user' })
  return target.options.map((option) => {
    const key = option.attributeName()
    const sources: Record<string, string | undefined> = {
      default: 'default',
      env: option.envVar,
      cli: option.long!,
      config: String(target.getOptionValue('config')),
    }
    const source = sources[target.getOptionValueSource(key) ?? ''] ?? null
    const value = target.getOptionValue(key)
    const isHidden = isSecret(option.name()) && value !== undefined
    return { name: option.name(), value: isHidden ? HIDDEN : toPlain(value), source }
  })
}

/** Replaces a secret value. */
const HIDDEN = '***'

/** A value that JSON and TOML can express. */
function toPlain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value)
  if (value instanceof Uint8Array) return `0x${value.toHex()}`
  return typeof value === 'string' ? hideUser(value) : (value ?? null)
}

/** Lines of TOML that work as a config file: the flag of the file itself is a comment. */
function describe(settings: readonly Setting[]): string {
  const names = settings.map(({ name }) => name)
  const lines = settings.map(({ name, value, source }) => {
    if (value === null) return `# ${name} is not set\n`
    if (isSecret(name)) return `# ${name} is set, and not shown # ${source}\n`
    // TOML cannot have both metrics = 1 and metrics.port = 1, but "metrics.port" = 1.
    const isTable = names.some((other) => name.startsWith(`${other}.`))
    const line = `${isTable ? JSON.stringify(name) : name} = ${explain(JSON.stringify(value))}`
    return `${`${name === 'config' ? '# ' : ''}${line}`.padEnd(48)} # ${source}\n`
  })
  return lines.join('')
}

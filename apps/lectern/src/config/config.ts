import { type Command, InvalidArgumentError, Option } from 'commander'
import { closestMatch } from 'leven'
import { type ConfigFile, readConfigFile } from './config-file.ts'
import { Failure } from '../failure.ts'
import { withVariable } from '@lectern/conformance/flags'

/**
 * Adds `--config FILE` to a command: a value is from its flag, else the environment, else the file, else the default. A file may set
 * flags of several commands: `others` loads them, to tell their keys from misspelt ones. With `isWhole` a mandatory flag that
 * is missing after the file throws a Failure.
 */
export function addConfig(
  command: Command,
  { others, isWhole = true }: { others: () => Promise<readonly Command[]>; isWhole?: boolean },
): void {
  // Commander would require these before the file is read, and before it reports a misspelt flag.
  const needed = command.options.filter(({ mandatory }) => mandatory)
  for (const option of needed) option.makeOptionMandatory(false)
  command.addOption(configOption())
  command.hook('preAction', async () => {
    const path: unknown = command.getOptionValue('config')
    if (typeof path === 'string' && path !== '')
      await applyConfig(command, await readConfigFile(path), others)
    const missing = needed.find((option) => isAbsent(command.getOptionValue(option.attributeName())))
    if (missing && isWhole) throw new Failure(`${missing.flags} is needed: ${missing.description}.`)
  })
}

const configOption = () => withVariable(new Option('--config <file>', 'read flags from a TOML or .json file'))

/** Returns the problems of a file, as sentences: keys that are no flag, and values that their flag refuses. */
export function findProblems({ path, entries }: ConfigFile, commands: readonly Command[]): string[] {
  const problems: string[] = []
  for (const [name, value] of entries) {
    const options = commands.flatMap((command) => findOption(command, name) ?? [])
    if (options.length === 0) problems.push(describeUnknown(path, name, commands))
    for (const option of options)
      try {
        readValue(path, option, value)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        problems.push(error.message)
      }
  }
  return [...new Set(problems)]
}

async function applyConfig(
  command: Command,
  { path, entries }: ConfigFile,
  others: () => Promise<readonly Command[]>,
): Promise<void> {
  for (const [name, value] of entries) {
    const option = findOption(command, name)
    if (!option) {
      const all = await others()
      if (!all.some((other) => findOption(other, name))) throw new Failure(describeUnknown(path, name, all))
      continue
    }
    const read = readValue(path, option, value) // also if a flag overrides it: a wrong value stays wrong
    const key = option.attributeName()
    const source = command.getOptionValueSource(key)
    if (source === undefined || source === 'default') command.setOptionValueWithSource(key, read, 'config')
  }
}

/** The flag of a key; a file cannot name another file. */
const findOption = ({ options }: Command, name: string): Option | undefined =>
  name === 'config' ? undefined : options.find((option) => option.name() === name)

/** Parses a value of the file by the flag's own parser. */
function readValue(path: string, option: Option, value: unknown): unknown {
  const problem = (reason: string) =>
    new Failure(`${path}: ${option.name()} cannot be ${show(value)}. ${reason}`)
  const takesValue = option.required || option.optional
  if (!takesValue) {
    if (typeof value === 'boolean') return value
    throw problem('It must be true or false.')
  }
  const text = isOnOff(option) && typeof value === 'boolean' ? (value ? 'on' : 'off') : toText(value)
  if (text === undefined) throw problem('It must be a text, a number or a list of them.')
  try {
    return option.parseArg ? option.parseArg(text, option.defaultValue) : text
  } catch (error) {
    if (error instanceof InvalidArgumentError) throw problem(error.message)
    throw error
  }
}

/** Whether a flag takes on or off, for which a file may also say true or false. */
const isOnOff = ({ argChoices }: Option) => argChoices?.join() === 'on,off'

/** A value as one types it after the flag; a list is joined by commas. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  if (!Array.isArray(value)) return undefined
  const texts = value.map((item) => (Array.isArray(item) ? undefined : toText(item)))
  return texts.includes(undefined) ? undefined : texts.join(',')
}

function describeUnknown(path: string, name: string, commands: readonly Command[]): string {
  const names = commands
    .flatMap(({ options }) => options.map((option) => option.name()))
    .filter((one) => one !== 'config')
  const nearest = names.find((one) => one.startsWith(name)) ?? closestMatch(name, names, { maxDistance: 4 })
  return `${path}: ${name} is no flag of any command${nearest === undefined ? '' : `; the nearest is ${nearest}`}.`
}

const isAbsent = (value: unknown) => value === undefined || value === ''

const show = (value: unknown) =>
  typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? String(value))

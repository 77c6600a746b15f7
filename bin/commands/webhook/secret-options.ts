import { type Command, InvalidArgumentError, Option } from 'commander'
import { variableFor } from '../../input/option-values.js'
import { usualVariable } from '../../webhook/secrets.js'

const listed =
  (option: string) =>
  (text: string, former: readonly string[] | undefined): string[] => {
    const name = variableFor(option, usualVariable)(text)
    // The default gives way to the names that are given.
    return former === undefined || former === usualNames ? [name] : [...former, name]
  }

const usualNames: readonly string[] = [usualVariable]

/** Adds the options that say where the secret comes from. */
export function addSecretOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--secret-env <name...>',
        'variables that hold the secret; several while one replaces another',
      )
        .argParser(listed('--secret-env'))
        .default(usualNames),
    )
    .option('--secret-stdin', 'read the secret from standard input; further lines are secrets to try')
}

/** A time: ISO 8601, Unix seconds of ten digits, or `now`. @throws InvalidArgumentError. */
export function time(text: string): Date {
  if (text === 'now') return new Date()
  const isUnix = /^\d{10}$/.test(text)
  const isIso = /^\d{4}-\d{2}-\d{2}(T|$)/.test(text)
  const value = new Date(isUnix ? Number(text) * 1000 : isIso ? text : Number.NaN)
  if (Number.isNaN(value.getTime()))
    throw new InvalidArgumentError(
      'It must be a time such as 2026-08-01T09:15:00Z, Unix seconds of ten digits, or now.',
    )
  return value
}

/** Seconds of tolerance, from 0 to a year. @throws InvalidArgumentError. */
export function tolerance(text: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value <= 366 * 86_400) return value
  throw new InvalidArgumentError('It must be a number of seconds from 0 to a year.')
}

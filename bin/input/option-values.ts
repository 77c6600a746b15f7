import { wrongUse } from '../../diagnostics/index.js'
import { InvalidArgumentError } from 'commander'

/** Makes a parser of numbers. @param due the numbers that fit, in words */
export function numberThat(due: string, fits: (value: number, text: string) => boolean) {
  return (text: string): number => {
    const value = Number(text)
    if (fits(value, text)) return value
    throw new InvalidArgumentError(`must be ${due}`)
  }
}

/** Makes a parser of whole numbers within bounds. */
export function wholeNumber(lowest: number, highest: number) {
  return numberThat(
    `a whole number from ${lowest} to ${highest}`,
    (value, text) => /^\d+$/.test(text) && value >= lowest && value <= highest,
  )
}

/** A port of this machine, 0 for a free one. */
export const port = wholeNumber(0, 65_535)

/** A seed of pseudo-random choices. */
export const seed = wholeNumber(0, 2 ** 31 - 1)

/** Requests a second. */
export const perSecond = numberThat(
  'a number of requests a second, from 0.01 to 10000',
  (value) => value >= 0.01 && value <= 10_000,
)

/** Makes a parser of time-outs in seconds. */
export function secondsUpTo(longest: number) {
  const due = `a number of seconds above 0, at most ${longest}`
  return numberThat(due, (value) => value > 0 && value <= longest)
}

/** A time-out in seconds. */
export const seconds = secondsUpTo(600)

/** A length of time such as `90`, `90s` or `5m`, in seconds. @throws InvalidArgumentError. */
export function duration(text: string): number {
  const [, number = '', unit = 's'] = /^(\d+(?:\.\d+)?)(s|m|h)?$/.exec(text) ?? []
  const value = Number(number) * { s: 1, m: 60, h: 3600 }[unit as 's' | 'm' | 'h']
  if (number !== '' && value > 0 && value <= 86_400) return value
  throw new InvalidArgumentError('must be a length of time such as 60s or 5m, at most 24h')
}

/** One part of several, as `2/3`. @throws InvalidArgumentError. */
export function shard(text: string): string {
  const [, index = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(text) ?? []).map(Number)
  if (index >= 1 && index <= count) return text
  throw new InvalidArgumentError('must be i/n with 1 <= i <= n, for instance 2/3')
}

/** Makes a parser of names of environment variables. Its error does not repeat the value, which may be the secret itself. */
export function variableSuchAs(example: string) {
  return (text: string, flag: string): string => {
    if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(text)) return text
    const fix = `Put the secret into a variable such as ${example} and give the name of that.`
    throw wrongUse(`${flag} takes the name of an environment variable`, fix)
  }
}

/** Whether a text has the form of a version: a date such as 2026-08-01. Documents may have versions of any other name. */
export function isDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text)
}

import { flagOf, shellQuoted } from '../output/shell-text.js'
import type { GenerateCommandOptions } from './options.js'

const usual: Readonly<Record<string, unknown>> = { out: 'generated', specs: 'specs' }

// The query of a URL may hold a key.
const quoted = (given: string): string =>
  shellQuoted(/^https?:/i.test(given) ? given.replace(/[?#].*/s, '') : given)

/** The command line that generates with the same options: for people to copy. */
export function commandText({
  check: _check,
  dryRun: _dry,
  watch: _watch,
  json: _json,
  ...options
}: GenerateCommandOptions): string {
  const isDefault = (name: string, value: unknown): boolean =>
    value === undefined || value === false || usual[name] === value
  const flags = Object.entries(options)
    .filter(([name, value]) => !isDefault(name, value))
    .map(([name, value]: [string, string | boolean | readonly string[]]): string => {
      const values = typeof value === 'string' ? [value] : value === true || value === false ? [] : value
      return [flagOf(name), ...values.map(quoted)].join(' ')
    })
  return ['rampart', 'generate', ...flags].join(' ')
}

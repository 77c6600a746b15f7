import type { Options } from './options.js'

const flagOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

const quoted = (text: string): string =>
  /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

/** The command line that generates with the same options: for people to copy. */
export function commandText({
  check: _check,
  dryRun: _dry,
  watch: _watch,
  json: _json,
  ...options
}: Options): string {
  const flags = Object.entries(options).flatMap(([name, value]: [string, unknown]): string[] => {
    if (value === undefined || value === false || (name === 'out' && value === 'generated')) return []
    const values = value === true ? [] : [value].flat().map((one) => quoted(String(one)))
    return [flagOf(name), ...values]
  })
  return ['rampart', 'generate', ...flags].join(' ')
}

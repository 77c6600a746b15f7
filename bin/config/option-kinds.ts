import type { Option } from 'commander'
import { collect } from '../input/option-values.js'

/** What the value of an option is: `flag` has none, `place` is a path where it is no URL and no host. */
export type ValueKind = 'flag' | 'text' | 'number' | 'number or text' | 'file' | 'folder' | 'place'

/** By the word that stands in the flags of an option, as in `--out <dir>`. */
const kinds: Readonly<Record<string, ValueKind>> = {
  address: 'text',
  bytes: 'number',
  count: 'number',
  date: 'text',
  dir: 'folder',
  document: 'place',
  encoding: 'text',
  file: 'file',
  form: 'text',
  format: 'text',
  glob: 'text',
  host: 'text',
  'i/n': 'text',
  id: 'text',
  kind: 'text',
  member: 'text',
  ms: 'number or text',
  n: 'number',
  name: 'text',
  number: 'number',
  part: 'text',
  'path=value': 'text',
  pattern: 'text',
  place: 'place',
  port: 'number',
  printer: 'text',
  report: 'file',
  'rev:path': 'text',
  rule: 'text',
  seconds: 'number',
  status: 'number',
  system: 'text',
  tag: 'text',
  target: 'text',
  time: 'text',
  url: 'text',
  uuid: 'text',
  what: 'text',
  which: 'text',
}

/** The word for the value in the flags of an option; undefined for one that takes none. */
export function placeholderOf({ flags }: Option): string | undefined {
  return /[<[]([^>\]]+?)(?:\.\.\.)?[>\]]/.exec(flags)?.[1]
}

/** Words that stand in flags and whose kind is known. */
export const knownPlaceholders: readonly string[] = Object.keys(kinds)

/** What the value of an option is. */
export function kindOf(option: Option): ValueKind {
  const placeholder = placeholderOf(option)
  return placeholder === undefined ? 'flag' : (kinds[placeholder] ?? 'text')
}

/** Options whose value in a config file may be an object; on the command line they name a file that holds it. */
export const withContent: ReadonlySet<string> = new Set(['provocations', 'policy'])

/** Types of JSON that an option's value may have. */
export type ValueType = 'boolean' | 'number' | 'string' | 'object'

/** What a config file may say for an option. */
export interface Expected {
  readonly types: readonly ValueType[]
  /** Texts that are allowed, where not every one is. */
  readonly choices?: readonly string[]
  /** Whether a list of such values is one too. */
  readonly isList: boolean
}

const typesOf = (option: Option): readonly ValueType[] => {
  const kind = kindOf(option)
  if (kind === 'flag') return ['boolean']
  const plain = { number: ['number'] as const, 'number or text': ['number', 'string'] as const }
  return [
    ...(kind === 'number' || kind === 'number or text' ? plain[kind] : (['string'] as const)),
    ...(option.optional ? (['boolean'] as const) : []),
    ...(withContent.has(option.attributeName()) ? (['object'] as const) : []),
  ]
}

/** What a config file may say for options of one name: `--keep <file>` and `--no-keep` are one there. */
export function expectedOf(options: readonly Option[]): Expected {
  const choices = options.flatMap(({ argChoices = [] }) => argChoices)
  return {
    types: [...new Set(options.flatMap(typesOf))],
    ...(choices.length > 0 && { choices: [...new Set(choices)] }),
    isList: options.some(({ variadic, parseArg }) => variadic || parseArg === collect),
  }
}

import { keysOf, memberAt } from '../../document/index.js'
import type { ValidationError } from '../../runtime/validators.js'

const articles: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  object: 'an object',
  array: 'a list',
  null: 'null',
}

/** The kind of a value in words, with its article. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  return articles[typeof value] ?? 'nothing'
}

const named = (types: unknown): string =>
  [types]
    .flat()
    .map((type) => articles[String(type)] ?? String(type))
    .join(' or ')

/** A name, or a value, that is the same in every run: no id and no number is. */
const isStable = (text: string): boolean => /^[A-Za-z_$@][\w$.:@ -]{0,40}$/.test(text) && !/\d{3}/.test(text)

const stableName = (name: unknown): string => (typeof name === 'string' && isStable(name) ? name : 'a member')

const mostListed = 8

const listed = (values: unknown): string => {
  const all = Array.isArray(values) ? values : [values]
  const shown = all.slice(0, mostListed).map((value) => JSON.stringify(value))
  return all.length > mostListed ? `${shown.join(', ')}, ...` : shown.join(', ')
}

const seen = (value: unknown): string =>
  typeof value === 'string' && isStable(value) ? `"${value}"` : kindOf(value)

/** What a value is, and what is declared for it: `is null`, `where a string is declared`. */
type Writer = (params: ValidationError['params'], value: unknown) => readonly [is: string, declared: string]

const counted =
  (unit: string, bound: 'at least' | 'at most'): Writer =>
  ({ limit }) => [
    `has ${bound === 'at least' ? 'fewer' : 'more'} ${unit}`,
    `${bound} ${String(limit)} ${unit} are declared`,
  ]

const compared: Writer = ({ comparison, limit }) => [
  'is out of its range',
  `${String(comparison)} ${String(limit)} is declared`,
]

const undeclared: Writer = ({ additionalProperty, unevaluatedProperty }) => [
  `has ${stableName(additionalProperty ?? unevaluatedProperty)}`,
  'only other members are declared',
]

const united: Writer = (_, value) => [
  `is ${kindOf(value)} of another form`,
  'one of several forms is declared',
]

const writers: Readonly<Record<string, Writer>> = {
  type: ({ type }, value) => [`is ${kindOf(value)}`, `${named(type)} is declared`],
  dependentRequired: ({ missingProperty, property }) => [
    `lacks ${stableName(missingProperty)}`,
    `it is required beside ${stableName(property)}`,
  ],
  additionalProperties: undeclared,
  unevaluatedProperties: undeclared,
  enum: ({ allowedValues }, value) => [`is ${seen(value)}`, `only ${listed(allowedValues)} is declared`],
  const: ({ allowedValue }, value) => [`is ${seen(value)}`, `only ${listed(allowedValue)} is declared`],
  format: ({ format }) => ['is spelled otherwise', `the format ${String(format)} is declared`],
  pattern: ({ pattern }) => ['is spelled otherwise', `the pattern ${String(pattern)} is declared`],
  minimum: compared,
  maximum: compared,
  exclusiveMinimum: compared,
  exclusiveMaximum: compared,
  minLength: counted('characters', 'at least'),
  maxLength: counted('characters', 'at most'),
  minItems: counted('items', 'at least'),
  maxItems: counted('items', 'at most'),
  minProperties: counted('members', 'at least'),
  maxProperties: counted('members', 'at most'),
  uniqueItems: () => ['has an item twice', 'each may be there once'],
  anyOf: united,
  oneOf: united,
  branches: ({ tag, tags }) => [`has another ${String(tag)}`, `only ${listed(tags)} is declared`],
  not: () => ['has a form', 'its schema excludes that form'],
}

/** The location of a value with the positions in lists, and names that are ids, left out. */
const locationOf = (instancePath: string): string =>
  keysOf(instancePath)
    .map((key) => (isStable(key) ? key : '*'))
    .join('/')

const valueAt = (value: unknown, instancePath: string): unknown =>
  keysOf(instancePath).reduce<unknown>(
    (holder, key) => (Array.isArray(holder) ? holder[Number(key)] : memberAt(holder, key)),
    value,
  )

const subjects: Readonly<Record<string, string>> = { '': 'the body', '*': 'an item' }

/** An error of a validator in words that do not differ from answer to answer. */
export interface ErrorWords {
  /** `pets/* is null, where an object is declared`. */
  readonly sentence: string
  /** `title, as its schema requires.` */
  readonly expected: string
  /** The value in words: `an item`, `pets/*`. */
  readonly subject: string
  /** The name of the member that is missing, where one is. */
  readonly missing?: string
}

/** Says what is wrong with a value, and what the document declares for it. */
export function errorWords(error: ValidationError, value: unknown): ErrorWords {
  const { instancePath, keyword, params, message } = error
  const at = locationOf(instancePath)
  const subject = subjects[at] ?? at
  if (keyword === 'required') {
    const missing = stableName(params['missingProperty'])
    return { ...lacking(subject, [missing]), subject, missing }
  }
  const writer = Object.hasOwn(writers, keyword) ? writers[keyword] : undefined
  const [is, declared] = writer?.(params, valueAt(value, instancePath)) ?? [
    'does not satisfy its schema',
    (message ?? `"${keyword}" is declared`).replace(/^must /, 'it must '),
  ]
  return {
    sentence: `${subject} ${is}, where ${declared}`,
    expected: `A body as its schema says: for ${subject}, ${declared}.`,
    subject,
  }
}

const beginnings: Readonly<Record<string, string>> = { 'the body': 'A body', 'an item': 'An item' }

/** Says which members an object lacks. */
export function lacking(
  subject: string,
  names: readonly string[],
): Pick<ErrorWords, 'sentence' | 'expected'> {
  const all = listOf(names)
  return {
    sentence: `${subject} lacks ${all}, which the schema requires`,
    expected: `${beginnings[subject] ?? subject} with ${all}, as its schema requires.`,
  }
}

/** Names in a sentence: `a, b and c`. */
export function listOf(names: readonly string[]): string {
  const [last] = names.slice(-1)
  return names.length < 2 ? (last ?? '') : `${names.slice(0, -1).join(', ')} and ${last}`
}

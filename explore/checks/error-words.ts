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

const stableName = (name: unknown): string =>
  typeof name === 'string' && isStable(name) ? `"${name}"` : 'a member'

const mostListed = 8

const listed = (values: unknown): string => {
  const all = Array.isArray(values) ? values : [values]
  const shown = all.slice(0, mostListed).map((value) => JSON.stringify(value))
  return all.length > mostListed ? `${shown.join(', ')}, ...` : shown.join(', ')
}

const seen = (value: unknown): string =>
  typeof value === 'string' && isStable(value) ? `"${value}"` : kindOf(value)

type Writer = (params: ValidationError['params'], value: unknown) => readonly [is: string, must: string]

const counted =
  (unit: string, bound: 'at least' | 'at most'): Writer =>
  ({ limit }) => [
    `has ${bound === 'at least' ? 'fewer' : 'more'} ${unit}`,
    `have ${bound} ${String(limit)} ${unit}`,
  ]

const compared: Writer = ({ comparison, limit }) => [
  'is out of its range',
  `be ${String(comparison)} ${String(limit)}`,
]

const undeclared: Writer = ({ additionalProperty, unevaluatedProperty }) => [
  `has ${stableName(additionalProperty ?? unevaluatedProperty)}`,
  'have no other members than those declared',
]

const united: Writer = (_, value) => [
  `is ${kindOf(value)} of no declared form`,
  'have one of the declared forms',
]

const writers: Readonly<Record<string, Writer>> = {
  type: ({ type }, value) => [`is ${kindOf(value)}`, `be ${named(type)}`],
  required: ({ missingProperty }) => [`lacks ${stableName(missingProperty)}`, `have it`],
  dependentRequired: ({ missingProperty, property }) => [
    `lacks ${stableName(missingProperty)}`,
    `have it beside ${stableName(property)}`,
  ],
  additionalProperties: undeclared,
  unevaluatedProperties: undeclared,
  enum: ({ allowedValues }, value) => [`is ${seen(value)}`, `be one of ${listed(allowedValues)}`],
  const: ({ allowedValue }, value) => [`is ${seen(value)}`, `be ${listed(allowedValue)}`],
  format: ({ format }) => ['is spelled otherwise', `have the format ${String(format)}`],
  pattern: ({ pattern }) => ['is spelled otherwise', `match ${String(pattern)}`],
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
  uniqueItems: () => ['has an item twice', 'have each item once'],
  anyOf: united,
  oneOf: ({ passingSchemas }, value) =>
    Array.isArray(passingSchemas)
      ? ['has more than one of the declared forms', 'have exactly one of them']
      : united({}, value),
  branches: ({ tag, tags }) => [
    `has another ${String(tag)}`,
    `have as ${String(tag)} one of ${listed(tags)}`,
  ],
  not: () => ['has the form that it must not have', 'have another'],
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
  /** `pets/* is null, and must be an object`. */
  readonly sentence: string
  /** `pets/* must be an object`. */
  readonly expected: string
}

/** Says what is wrong with a value, and what it must be. */
export function errorWords(error: ValidationError, value: unknown): ErrorWords {
  const { instancePath, keyword, params, message } = error
  const writer = Object.hasOwn(writers, keyword) ? writers[keyword] : undefined
  const at = locationOf(instancePath)
  const subject = subjects[at] ?? at
  const [is, must] = writer?.(params, valueAt(value, instancePath)) ?? [
    'does not satisfy its schema',
    (message ?? `satisfy "${keyword}"`).replace(/^must /, ''),
  ]
  return { sentence: `${subject} ${is}, and must ${must}`, expected: `${subject} must ${must}.` }
}

/* oxlint-disable unicorn/no-thenable -- `then` is a keyword of JSON Schema */
import { isObject, locationsOf } from '../../../document/index.js'
import { randomFrom } from '../../generator/support/instances.js'

/** A document with one keyword of one schema changed. */
export interface Mutation {
  readonly document: object
  readonly path: readonly string[]
  readonly keyword: string
  readonly before: unknown
  readonly after: unknown
}

const text = { type: 'string' }

/** Values that keywords are set to, where they stand and where they do not. */
const values: Readonly<Record<string, readonly unknown[]>> = {
  nullable: [true, false],
  type: [
    'string',
    'integer',
    'number',
    'boolean',
    'object',
    'array',
    'null',
    ['string', 'null'],
    ['string'],
    ['object', 'null'],
    ['array', 'null'],
    ['integer', 'string'],
    [null, 'string'],
  ],
  enum: [[], ['a'], ['a', null], [null], ['a', 'b', 1], [1, 2], [true]],
  const: ['a', null, 1, { a: 1 }, true],
  format: [
    'date',
    'date-time',
    'uuid',
    'email',
    'int32',
    'int64',
    'uint32',
    'float',
    'double',
    'byte',
    'binary',
    'hostname',
    'ipv4',
    'uri',
    'decimal',
    'password',
    'unheard-of',
    '',
  ],
  multipleOf: [1, 2, 0.5, 3],
  minimum: [-1, 0, 1, 2, 1.5],
  maximum: [0, 1, 2, 100],
  exclusiveMinimum: [true, false, 0, 1],
  exclusiveMaximum: [true, false, 1, 2],
  minLength: [0, 1, 2, 5],
  maxLength: [0, 1, 3],
  pattern: ['', '^a', '.', '^[0-9]+$', '\\_'],
  items: [true, false, {}, text, { type: 'integer' }, [text], [text, { type: 'integer' }], null],
  prefixItems: [[], [text], [{}, { type: 'integer' }], [true]],
  additionalItems: [false, text],
  minItems: [0, 1, 2],
  maxItems: [0, 1, 2],
  uniqueItems: [true, false],
  contains: [true, {}, text, false, { type: 'integer' }],
  minContains: [0, 1, 2],
  maxContains: [0, 1, 2],
  minProperties: [0, 1, 2],
  maxProperties: [0, 1, 2],
  required: [[], ['a'], ['surplus'], true, ['a', 'b']],
  dependentRequired: [{ a: ['b'] }, {}, { a: [] }],
  properties: [{}, { a: text }, { a: true, b: false }, { surplus: { type: 'integer' } }],
  patternProperties: [{}, { '^s': text }, { '': false }, { '^a': {} }],
  additionalProperties: [true, false, {}, text, { type: 'integer' }, { not: {} }],
  propertyNames: [true, {}, { maxLength: 3 }, { enum: ['a'] }, false],
  unevaluatedProperties: [true, false, {}, text],
  unevaluatedItems: [true, false, {}, text],
  allOf: [
    [],
    [{}],
    [text],
    [{ nullable: true }],
    [{ required: ['a'] }],
    [{ type: 'object', nullable: true }],
  ],
  anyOf: [
    [],
    [{}],
    [text],
    [text, { type: 'null' }],
    [text, { type: 'integer' }],
    [{ required: ['a'] }, { maxProperties: 1 }],
  ],
  oneOf: [[], [{}], [text], [text, { type: 'null' }], [{ const: 'a' }, { const: 1 }], [{}, text]],
  not: [{}, false, text, { required: ['a'] }, { type: 'null' }, { enum: ['a'] }, true],
  if: [true, false, text, { required: ['a'] }, { minLength: 2 }],
  then: [false, { minLength: 1 }, { required: ['b'] }, true],
  else: [false, { maxLength: 1 }, { required: ['b'] }],
  dependentSchemas: [{}, { a: { required: ['b'] } }, { a: false }, { a: true }],
  readOnly: [true, false],
  writeOnly: [true, false],
  default: [null, 'a', 1],
  example: ['a', null],
  deprecated: [true],
  title: ['Title'],
  description: ['Words.'],
  discriminator: [{ propertyName: 'a' }, { propertyName: 'type' }],
  'x-extensible-enum': [['a', 'b']],
  'x-other': [1],
  unheardOf: [{ type: 'string' }, 1],
  contentEncoding: ['base64'],
  contentMediaType: ['application/json'],
  contentSchema: [{ type: 'integer' }],
  $comment: ['Words.'],
  $defs: [{ a: text }],
  definitions: [{ a: text }],
}

type Random = () => number

const pick = <T>(random: Random, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)]

/** A value near to one that stands there. */
const near = (value: unknown, random: Random): unknown => {
  if (typeof value === 'number') return value + (pick(random, [1, -1, 10]) ?? 1)
  if (typeof value === 'boolean') return !value
  if (typeof value === 'string') return random() < 0.5 ? `${value}x` : value.slice(1)
  if (Array.isArray(value)) {
    const at = Math.floor(random() * value.length)
    const kind = random()
    if (kind < 0.4) return value.filter((_item, index) => index !== at)
    return kind < 0.7
      ? value.toReversed()
      : [...value, value.length === 0 || typeof value[0] === 'string' ? 'more' : value[0]]
  }
  if (!isObject(value)) return value
  const keys = Object.keys(value)
  const key = pick(random, keys)
  return random() < 0.6
    ? Object.fromEntries(Object.entries(value).filter(([name]) => name !== key))
    : { ...value, more: text }
}

const changed = (root: unknown, path: readonly string[], change: (node: object) => object): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return isObject(root) ? change(root) : root
  if (Array.isArray(root))
    return root.map((one, index) => (String(index) === key ? changed(one, rest, change) : one))
  return isObject(root)
    ? Object.fromEntries(
        Object.entries(root).map(([name, one]) => [name, name === key ? changed(one, rest, change) : one]),
      )
    : root
}

const keywords = Object.keys(values)

/** Changes one keyword of one schema: takes it away, adds it, or gives it another value. */
export function mutated(document: object, seed: number): Mutation | undefined {
  const random = randomFrom(seed)
  for (let index = 0; index < 5; index++) random()
  const schemas = [...locationsOf(document)].filter(({ kind, node }) => kind === 'schema' && isObject(node))
  const location = pick(random, schemas)
  if (location === undefined || !isObject(location.node)) return undefined
  const { node, path } = location
  const present = Object.keys(node).filter((key) => key !== '$ref')
  const kind = random()
  const isOld = kind < 0.55 && present.length > 0
  const keyword = (isOld ? pick(random, present) : pick(random, keywords)) ?? ''
  const before = node[keyword]
  const after =
    isOld && kind < 0.25
      ? undefined
      : isOld && kind < 0.4
        ? near(before, random)
        : pick(random, values[keyword] ?? [undefined])
  if (JSON.stringify(before) === JSON.stringify(after)) return undefined
  const fresh = changed(document, path, (old) => {
    const { [keyword]: _gone, ...rest } = Object.fromEntries(Object.entries(old))
    return after === undefined ? rest : { ...rest, [keyword]: after }
  })
  return { document: fresh as object, path, keyword, before, after }
}

/** Numbers, texts and names that the keywords of documents speak of, and what lies just beside them. */
export function poolOf(...documents: readonly object[]): unknown[] {
  const pool = new Set<unknown>([
    null,
    true,
    false,
    0,
    1,
    2,
    1.5,
    -1,
    3_000_000_000,
    '',
    'a',
    'b',
    'ab',
    'abc',
    'Words',
    '2026-08-01',
    '12',
    'a@b.example',
    'é',
  ])
  for (const document of documents) {
    for (const { node, kind } of locationsOf(document)) {
      if (kind !== 'schema' || !isObject(node)) continue
      for (const key of ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']) {
        const bound = node[key]
        if (typeof bound === 'number')
          for (const value of [bound, bound + 1, bound - 1, bound + 0.5]) pool.add(value)
      }
      for (const key of ['minLength', 'maxLength']) {
        const bound = node[key]
        if (typeof bound === 'number' && bound < 300)
          for (const value of [bound, bound + 1, bound - 1]) pool.add('a'.repeat(Math.max(0, value)))
      }
      for (const value of [node['const'], ...(Array.isArray(node['enum']) ? node['enum'].slice(0, 20) : [])])
        if (value !== undefined) pool.add(value)
    }
  }
  return [
    ...pool,
    [],
    {},
    [null],
    ['a'],
    ['a', 'a'],
    [1],
    [1, 'a'],
    ['a', 1],
    ['a', 'b', 'c'],
    { a: 'a' },
    { a: 1 },
    { a: 'a', b: 'b' },
    { surplus: 1 },
    { surplus: 'x' },
    { b: null },
  ]
}

import type { JsonSchema, JsonSchemaObject, Surface } from '../../../runtime/surface.js'

/** SeededRandom of a test: the same numbers for the same seed. */
export interface Dice {
  readonly below: (limit: number) => number
  readonly pick: <T>(choices: readonly [T, ...T[]]) => T
}

/** A small generator that scatters neighbouring seeds; it only has to be reproducible. */
export const diceOf = (seed: number): Dice => {
  let state = seed | 0
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    const more = mixed ^ (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed))
    return Math.floor((((more ^ (more >>> 14)) >>> 0) / 2 ** 32) * limit)
  }
  return { below, pick: (choices) => choices[below(choices.length)] ?? choices[0] }
}

/** Values that no schema asks for, and services choke on. */
const STRANGE: readonly [unknown, ...unknown[]] = [
  null,
  true,
  -1,
  0,
  1e21,
  0.1,
  '',
  ' ',
  '\u0000',
  '1e999',
  'NaN',
  '9'.repeat(400),
  '-0',
  '../../x',
  '<script>',
  '\ud83d\ude00'.repeat(50),
  'a'.repeat(5000),
  '%00',
  [],
  {},
  [[[[]]]],
  '2026-02-30',
  '00000000-0000-0000-0000-000000000000',
]

/** The inputs of values: ids that exist, so that requests get beyond the first lookup. */
export interface Seeds {
  readonly surface: Surface
  readonly dice: Dice
  readonly ids: readonly [string, ...string[]]
  /** Likely values of members and parameters by name, so that requests get beyond the first check. */
  readonly likely: Readonly<Record<string, readonly [unknown, ...unknown[]]>>
  /** One of this many values is strange. */
  readonly strangeOneIn: number
}

const COMPONENT = '#/components/schemas/'
const DEEPEST = 12

const resolve = (schema: JsonSchema | undefined, { surface }: Pick<Seeds, 'surface'>): JsonSchemaObject => {
  if (typeof schema !== 'object') return {}
  if (schema.$ref?.startsWith(COMPONENT) !== true) return schema
  return resolve(surface.schemas[schema.$ref.slice(COMPONENT.length)], { surface })
}

const textFor = ({ format, minLength = 1 }: JsonSchemaObject, { dice, ids }: Seeds): string => {
  if (format === 'uuid') return dice.pick(ids)
  if (format === 'decimal') return dice.pick(['1', '100', '0.5', '250.25', '1000000', '0.000001'])
  if (format === 'date-time') return dice.pick(['2026-09-01T00:00:00Z', '2020-01-01T00:00:00+02:00'])
  return dice
    .pick(['USD', 'EUR', 'USDC', 'DE', 'ACCOUNT1', '021000021', 'a@b.test', 'some text'])
    .padEnd(minLength, 'x')
}

const objectFor = (schema: JsonSchemaObject, seeds: Seeds, depth: number): Record<string, unknown> => {
  const required = new Set(schema.required)
  const members = Object.entries(schema.properties ?? {}).filter(
    ([name]) => required.has(name) || seeds.dice.below(3) === 0,
  )
  return Object.fromEntries(
    members.map(([name, member]) => [name, generateNamed(name, member, seeds, depth + 1)]),
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const merged = (parts: readonly JsonSchema[], seeds: Seeds, depth: number): unknown => {
  const values = parts.map((part) => generate(part, seeds, depth + 1))
  return values.every(isRecord) ? Object.assign({}, ...values) : values[0]
}

const plain = (schema: JsonSchemaObject, seeds: Seeds, depth: number): unknown => {
  const { dice } = seeds
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'integer':
    case 'number':
      return dice.pick([0, 1, 5, 12, 24, schema.maximum ?? 60])
    case 'boolean':
      return dice.below(2) === 0
    case 'array':
      return Array.from({ length: dice.below(3) }, () => generate(schema.items, seeds, depth + 1))
    case 'object':
      return objectFor(schema, seeds, depth)
    default:
      return schema.properties === undefined ? textFor(schema, seeds) : objectFor(schema, seeds, depth)
  }
}

/** A value that mostly fits a schema, and is strange here and there. */
export const generate = (schema: JsonSchema | undefined, seeds: Seeds, depth = 0): unknown => {
  const { dice, strangeOneIn } = seeds
  if (dice.below(strangeOneIn) === 0) return dice.pick(STRANGE)
  const found = resolve(schema, seeds)
  if (depth > DEEPEST) return null
  if ('const' in found) return found.const
  const [first, ...others] = found.enum ?? []
  if (found.enum !== undefined) return dice.pick([first, ...others])
  const [one, ...more] = found.oneOf ?? found.anyOf ?? []
  if (one !== undefined) return generate(dice.pick([one, ...more]), seeds, depth + 1)
  return found.allOf === undefined ? plain(found, seeds, depth) : merged(found.allOf, seeds, depth)
}

/** A value for a member or parameter: mostly what is likely under its name, if anything is. */
export const generateNamed = (
  name: string,
  schema: JsonSchema | undefined,
  seeds: Seeds,
  depth = 0,
): unknown => {
  const { dice, likely, strangeOneIn } = seeds
  const choices = Object.hasOwn(likely, name) ? likely[name] : undefined
  const takesLikely = choices !== undefined && dice.below(5) > 0 && dice.below(strangeOneIn) > 0
  return takesLikely ? dice.pick(choices) : generate(schema, seeds, depth)
}

import { isObject, locationsOf } from '../../../document/index.js'
import { changedAt } from '../../support/changed-at.js'
import { pick, type Random, randomFrom } from '../../support/samples.js'
import { tableOf } from '../support/tables.js'

/** A document with one keyword of one schema changed. */
interface Mutation {
  readonly document: object
  readonly path: readonly string[]
  readonly keyword: string
  readonly before: unknown
  readonly after: unknown
}

const { keywords: values, values: always } = tableOf<{
  readonly keywords: Readonly<Record<string, readonly unknown[]>>
  readonly values: readonly unknown[]
}>('alike')

/** A value that differs slightly from the present one. */
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
    : { ...value, more: { type: 'string' } }
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
  const fresh = changedAt(document, path, (old) => {
    const { [keyword]: _gone, ...rest } = Object(old) as Record<string, unknown>
    return after === undefined ? rest : { ...rest, [keyword]: after }
  })
  return { document: fresh as object, path, keyword, before, after }
}

/** Numbers, texts and names in the keywords of the documents, and values next to them. */
export function poolOf(...documents: readonly object[]): unknown[] {
  const pool = new Set<unknown>()
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
  return [...always, ...pool]
}

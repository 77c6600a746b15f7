import { followed, isObject, resolvePointer } from '../../document/index.js'
import type { ReportedChange } from '../model/report.js'

const deepest = 4

/** The constant strings of a schema and its members, by which the compiler distinguishes the variants of a union. */
const fixedTexts = (root: unknown, value: unknown, depth = 0): string[] => {
  const schema = followed(root, value)
  if (!isObject(schema) || depth > deepest) return []
  const { const: only, enum: listed, properties, allOf } = schema
  const own = Array.isArray(listed) && listed.length === 1 ? [only, ...listed] : [only]
  const below = [
    ...(Array.isArray(allOf) ? allOf : []),
    ...(isObject(properties) ? Object.values(properties) : []),
  ]
  return [
    ...own.filter((text) => typeof text === 'string'),
    ...below.flatMap((one: unknown) => fixedTexts(root, one, depth + 1)),
  ]
}

/** The names that compiler messages may have for added or removed variants, by fingerprint of the change. */
export function variantNames(
  changes: readonly ReportedChange[],
  before: unknown,
  after: unknown,
): ReadonlyMap<string, readonly string[]> {
  const variants = changes.filter(({ id }) => /(^|-)variant-(added|removed)$/.test(id))
  return new Map(
    variants.map(({ id, fingerprint, from, to, sentence }) => {
      const [root, at] = id.endsWith('added') ? [after, to] : [before, from]
      const [name] = sentence.match(/(?<=`)[^`]+(?=`)/) ?? []
      const texts = at === undefined ? [] : fixedTexts(root, resolvePointer(root, at.pointer))
      return [fingerprint, [name, ...texts].filter((one) => one !== undefined)]
    }),
  )
}

import { isObject, listOf, textsOf } from '../../document/index.js'
import type { RawObject } from '../model/document.js'
import { isBranded } from './expressions.js'
import type { Holder, Reading } from './reading.js'
import { isFilled, itemsOf, othersOf, typesOf, valuesOf } from './schema.js'

/** The location of a schema, as far as its type depends on it. */
interface Position extends Holder {
  /** The schema that this one is a part of through `allOf`, or itself. */
  readonly whole: RawObject
}

/** A construct for which openapi-typescript prints types that are wrong or do not compile. */
interface Construct {
  readonly id: string
  /** The defect in the library. */
  readonly reason: string
  /** Whether a schema has the construct, apart from its members. */
  readonly isIn: (schema: RawObject, reading: Reading, position: Position) => boolean
}

const compositions = ['allOf', 'anyOf', 'oneOf'] as const

const says = (schema: RawObject, ...keywords: readonly string[]): boolean =>
  keywords.some((keyword) => schema[keyword] !== undefined && schema[keyword] !== null)

const isComposed = (schema: RawObject): boolean =>
  compositions.some((keyword) => listOf(schema[keyword]).length > 0)

/** Whether a schema declares members, or a schema for other members. */
const hasMembers = (schema: RawObject): boolean =>
  isFilled(schema['properties']) ||
  isFilled(schema['patternProperties']) ||
  othersOf(schema) === true ||
  isFilled(othersOf(schema))

const isListed = (schema: RawObject): boolean =>
  valuesOf(schema) !== undefined && ('enum' in schema || 'const' in schema)

/** The unions that a schema adds to the schema that it is a part of. */
const unionsIn = ({ $ref, oneOf, anyOf }: RawObject): readonly (readonly unknown[])[] =>
  typeof $ref === 'string' ? [[{ $ref }]] : [listOf(oneOf), listOf(anyOf)]

/** Whether the library prints a schema as a list type, with which it replaces the list that holds it. */
const isPrintedAsList = (schema: unknown): boolean => {
  if (!isObject(schema) || '$ref' in schema) return false
  if (typesOf(schema).includes('array') && !isComposed(schema)) return true
  return compositions.some((keyword) => {
    const [only, ...others] = listOf(schema[keyword])
    return others.length === 0 && isPrintedAsList(only)
  })
}

const large: Construct = {
  id: 'large-union',
  reason: 'it prints more combinations than the compiler accepts',
  isIn: (schema, { sizes }, { whole }) => unionsIn(schema).some((branches) => !sizes.fits(branches, whole)),
}

const referring: readonly Construct[] = [
  large,
  {
    id: 'reference-siblings',
    reason: 'it prints the reference alone',
    isIn: (schema, { references }) => schema['nullable'] === true || !references.hidesSiblings(schema),
  },
]

const valued: readonly Construct[] = [
  {
    id: 'open-enum',
    reason: 'it closes what the document leaves open',
    isIn: (schema, { openness }, { view }) => view === 'response' && openness.grows(schema),
  },
  {
    id: 'value-beside',
    reason: 'it prints the values, and nothing else that the schema says',
    isIn: (schema) => isListed(schema) && isComposed(schema),
  },
  {
    id: 'brand',
    reason: 'it has one type for all text',
    isIn: (schema, { options }) => !isListed(schema) && isBranded(schema, options),
  },
]

const composed: readonly Construct[] = [
  {
    id: 'boolean-member',
    reason: 'it fails',
    isIn: (schema) => compositions.some((keyword) => !listOf(schema[keyword]).every(isObject)),
  },
  {
    id: 'tagged-union',
    reason: 'it writes tags into the branches, which may stand elsewhere, and only some of them',
    isIn: (schema, { tags }) =>
      'discriminator' in schema &&
      (['oneOf', 'anyOf'] as const).some((keyword) =>
        tags.of(schema, listOf(schema[keyword])).some((tag) => tag !== undefined),
      ),
  },
  large,
  {
    id: 'types-beside',
    reason: 'it repeats everything for each type, and leaves some out',
    isIn: (schema) => typesOf(schema).length > 1 && isComposed(schema),
  },
  {
    id: 'any-of-beside',
    reason: 'it prints either, not both',
    isIn: (schema) =>
      listOf(schema['anyOf']).length > 0 &&
      ((says(schema, 'type') && typesOf(schema)[0] !== 'object') ||
        says(schema, 'allOf') ||
        hasMembers(schema)),
  },
  {
    id: 'one-of-beside',
    reason: 'it prints either, not both',
    isIn: (schema) =>
      listOf(schema['oneOf']).length > 0 && (says(schema, 'allOf', 'anyOf', 'type') || hasMembers(schema)),
  },
]

const structured: readonly Construct[] = [
  {
    id: 'required-elsewhere',
    reason: 'it leaves the member optional, or unknown',
    isIn: ({ required, properties }) =>
      textsOf(required).some((name) => !isObject(properties) || !Object.hasOwn(properties, name)),
  },
  {
    id: 'index-narrow',
    reason: 'it intersects the types, so that no literal fits',
    isIn: (schema) =>
      (isFilled(othersOf(schema)) || isFilled(schema['patternProperties'])) &&
      (isFilled(schema['properties']) || isComposed(schema)),
  },
  {
    id: 'tuple',
    reason: 'it demands every item and allows no more',
    isIn: (schema) => itemsOf(schema).first.length > 0 || Array.isArray(schema['items']),
  },
  {
    id: 'flattened-list',
    reason: 'it takes the items for the list',
    isIn: (schema) => {
      const { rest } = itemsOf(schema)
      return rest === false || (isObject(rest) && rest['type'] !== 'array' && isPrintedAsList(rest))
    },
  },
]

const inSchema = [...valued, ...composed, ...structured]

/** Constructs that openapi-typescript prints wrongly, so that our expressions print their schemas. */
export const constructs: ReadonlySet<Construct> = new Set([...referring, ...inSchema])

/** The first construct in a schema and in its compositions; undefined if the library is right about it. */
export function constructIn(
  schema: RawObject,
  reading: Reading,
  { view, isFilledIn }: Holder,
  whole = schema,
): Construct | undefined {
  const position = { view, isFilledIn, whole }
  const isReference = typeof schema['$ref'] === 'string'
  const own = (isReference ? referring : inSchema).find(({ isIn }) => isIn(schema, reading, position))
  if (own || isReference) return own
  for (const keyword of compositions) {
    for (const member of listOf(schema[keyword])) {
      if (!isObject(member)) continue
      const found = constructIn(member, reading, position, keyword === 'allOf' ? whole : member)
      if (found) return found
    }
  }
  return undefined
}

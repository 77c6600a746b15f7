import type { Fragment } from '../fragments/fragment.js'
import type { Facts, Fragments } from '../engine/node.js'
import { type Intersection, keywordOf } from './intersection.js'

/** Two schemas to compare, with everything that applies to each. */
export interface SchemaPair {
  readonly from: Intersection
  readonly to: Intersection
  readonly fromFragments: Fragments
  readonly toFragments: Fragments
  /** Types that both allow, as bits of `types.ts`. */
  readonly shared: number
  /** Whether the value is serialized as plain text, where a number is a string of digits. */
  readonly isText: boolean
}

/** Whether a schema has a keyword in one of its subschemas. */
export function hasKeyword(intersection: Intersection, key: string): boolean {
  return intersection.subschemas.some(({ schema }) => Object.hasOwn(schema, key))
}

/** All locations of a keyword. */
export function keywordFragments(intersection: Intersection, key: string): Fragment[] {
  return intersection.subschemas.flatMap((subschema) => keywordOf(subschema, key) ?? [])
}

/** The value of a keyword in the first subschema that has it. */
export function keywordValue(intersection: Intersection, key: string): unknown {
  return intersection.subschemas.find(({ schema }) => Object.hasOwn(schema, key))?.schema[key]
}

/**
 * The subschema at the same location as a fragment of the other schema (or the holder of its keyword);
 * otherwise the first one.
 */
export function correspondingSchema(
  intersection: Intersection,
  fragments: Fragments,
  other: Fragment | undefined,
): Fragment | undefined {
  const wanted = other?.pointer ?? ''
  const holder = wanted.slice(0, wanted.lastIndexOf('/'))
  const same = intersection.subschemas.find(
    ({ fragment }) => fragment.pointer === wanted || fragment.pointer === holder,
  )
  return same?.fragment ?? intersection.subschemas[0]?.fragment ?? fragments[0]
}

const holderOf = (intersection: Intersection, key: string): Fragment | undefined =>
  intersection.subschemas.find(({ schema }) => Object.hasOwn(schema, key))?.fragment

/** Both locations of a keyword; if a schema lacks it, the location of the schema. */
export function keywordLocations(pair: SchemaPair, key: string): Pick<Facts, 'from' | 'to'> {
  const { from, to, fromFragments, toFragments } = pair
  const [old, fresh] = [keywordFragments(from, key)[0], keywordFragments(to, key)[0]]
  return {
    from: old ?? correspondingSchema(from, fromFragments, holderOf(to, key)),
    to: fresh ?? correspondingSchema(to, toFragments, holderOf(from, key)),
  }
}

/** Both locations of the schemas themselves. */
export function schemaLocations(pair: SchemaPair): Pick<Facts, 'from' | 'to'> {
  return {
    from: correspondingSchema(pair.from, pair.fromFragments, undefined),
    to: correspondingSchema(pair.to, pair.toFragments, undefined),
  }
}

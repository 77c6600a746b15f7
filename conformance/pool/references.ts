import type { Call } from '../model/case.js'
import { isPlain, nameKey, type PlainValue } from '../resources/names.js'
import { membersIn } from './values.js'

/** A value in a request that may be the id of a thing. */
export interface Reference {
  readonly name: string
  /** The nouns of the kinds that its name may mean, best first. */
  readonly nouns: readonly string[]
  readonly value: PlainValue
  /** It is an id by its name, if only of something: `sourceId`, `from`. */
  readonly isId: boolean
  /** It is in a list, by itself or as the id of an object. */
  readonly isListed: boolean
}

/** Names of members whose values are rarely shared between things, or shared only by chance. */
export const unique =
  /(^| )(name|title|email|e mail|phone|username|login|password|url|uri|slug|alias|handle|sku|domain|hostname|text|description|token|secret|date|time|at)$/

/** Whether a member has an id by its normalized name, if only of something: `source id`, `from`. */
export function isIdName(key: string): boolean {
  return /(^| )(id|uuid|guid|uid)$|^(from|to|source|target|src|dst|dest|destination|first|second|left|right)$/.test(
    key,
  )
}

/** The nouns of the kinds that a member may mean, best first: `first pet` and `pet` for `firstPetId`. */
export function nounsMeant(key: string, referred: string | undefined): readonly string[] {
  return referred === undefined ? [key] : [referred, referred.split(' ').at(-1) ?? '']
}

/** The references in the query and body of a call. An `id` beside other members refers to no noun. */
export function referencesIn({ query, body }: Call): readonly Reference[] {
  const found: Reference[] = []
  for (const { name, value, referred, isListed } of membersIn([query, body?.value], '')) {
    if (!isPlain(value)) continue
    const key = nameKey(name)
    const nouns = referred === '' ? [] : nounsMeant(key, referred)
    found.push({ name, nouns, value, isId: isIdName(key), isListed })
  }
  return found
}

import type { JsonObject } from '../../../../document/index.js'
import { isSelected } from './references.js'
import { isOld, type Rewrite, rewriteSchemas } from './walk.js'

const words = new Set(
  'title description externalDocs example examples default deprecated readOnly writeOnly xml $comment'.split(
    ' ',
  ),
)

export const isWord = (key: string): boolean => words.has(key) || key.startsWith('x-')

export const split = (value: JsonObject, takes: (key: string) => boolean): [JsonObject, JsonObject] => {
  const entries = Object.entries(value)
  return [
    Object.fromEntries(entries.filter(([key]) => takes(key))),
    Object.fromEntries(entries.filter(([key]) => !takes(key))),
  ]
}

export const has = (value: JsonObject, ...keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(value, key))

export const size = (value: unknown): number => Object.keys(Object(value)).length

export const unionKeys = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef'] as const

/** A component that others refer to stays findable; a reference of 3.0 has no siblings. */
export const schemasOf =
  (change: Rewrite) =>
  (root: unknown): unknown =>
    rewriteSchemas(root, (value, context) =>
      isSelected(context) || (isOld(root) && has(value, '$ref')) ? value : change(value, context),
    )

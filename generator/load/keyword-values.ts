import type { RawObject } from '../model/document.js'
import { isObject, pointerOf } from './pointer.js'
import { Search } from './search.js'

interface Kind {
  readonly name: string
  readonly holds: (value: unknown) => boolean
}

const isText = (value: unknown): boolean => typeof value === 'string'
const isListOfTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)

const text: Kind = { name: 'a string', holds: isText }
const number: Kind = { name: 'a number', holds: Number.isFinite }
const bound: Kind = {
  name: 'a number',
  holds: (value) => typeof value === 'boolean' || Number.isFinite(value),
}
const count: Kind = { name: 'a count', holds: (value) => Number.isInteger(value) && Number(value) >= 0 }
const flag: Kind = { name: 'true or false', holds: (value) => typeof value === 'boolean' }

/** What the value of an assertion has to be; those that hold schemas, and `type`, are not here. */
const kinds: ReadonlyMap<string, Kind> = new Map([
  ...['pattern', 'format'].map((keyword) => [keyword, text] as const),
  ...['minimum', 'maximum'].map((keyword) => [keyword, number] as const),
  // They were flags in the dialect of OpenAPI 3.0.
  ...['exclusiveMinimum', 'exclusiveMaximum'].map((keyword) => [keyword, bound] as const),
  ...['Length', 'Items', 'Properties', 'Contains'].flatMap((what) =>
    [`min${what}`, `max${what}`].map((keyword) => [keyword, count] as const),
  ),
  [
    'multipleOf',
    { name: 'a number above zero', holds: (value) => Number.isFinite(value) && Number(value) > 0 },
  ],
  ['uniqueItems', flag],
  ['enum', { name: 'a list', holds: Array.isArray }],
  [
    'dependentRequired',
    {
      name: 'an object of lists of names',
      holds: (value) => isObject(value) && Object.values(value).every(isListOfTexts),
    },
  ],
  // `required: true` is left from an older dialect, and says nothing here.
  ['required', { name: 'a list of names', holds: (value) => !Array.isArray(value) || value.every(isText) }],
])

/** Whether a keyword of a schema has a value that can be read. What is empty says nothing, and is no mistake. */
export function isReadable(keyword: string, value: unknown): boolean {
  return value === null || (kinds.get(keyword)?.holds(value) ?? true)
}

/** A keyword whose value cannot be read. */
export interface Unreadable {
  readonly pointer: string
  readonly message: string
}

const search = new Search<readonly Unreadable[]>(({ node, path, kind }) => {
  if (kind !== 'schema' || !isObject(node)) return undefined
  const odd = Object.keys(node).filter((keyword) => !isReadable(keyword, node[keyword]))
  return odd.length === 0
    ? undefined
    : odd.map((keyword) => ({
        pointer: pointerOf(...path, keyword),
        message: `"${keyword}" is not ${kinds.get(keyword)?.name}; it is not checked`,
      }))
})

/** Every assertion of a document that has to be left out, since its value is of another kind. */
export function unreadableKeywords(root: RawObject): Unreadable[] {
  return search.in(root).flat()
}

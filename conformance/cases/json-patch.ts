import { appendKey, endOfReferences, isJsonType } from '../../document/index.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import { distinctIn, naming } from '../requests/distinct.js'
import { isJsonPatch } from '../requests/media-types.js'
import { isMadeUp, nameKey, propertiesOf, referredBy, typesOf } from '../resources/names.js'

/** The schemas of the thing that an operation changes: of its other bodies, of those at its path, and of what is read. */
const schemasOfThing = ({ operations }: Api, { path }: Operation): readonly (JsonSchema | undefined)[] => {
  const beside = operations.filter((one) => one.path === path && one.method !== 'post')
  const sent = beside.flatMap(({ requestBody }) =>
    Object.entries(requestBody?.content ?? {}).filter(([type]) => isJsonType(type) && !isJsonPatch(type)),
  )
  const read = beside.flatMap(({ responses }) => Object.entries(responses['200']?.content ?? {}))
  return [...sent, ...read].map(([, { schema }]) => schema)
}

/**
 * Bodies of JSON Patch that replace one text of the thing. Documents describe its steps only as objects with any path,
 * and services refuse a path that leads nowhere.
 */
export function jsonPatchesOf(api: Api, operation: Operation, mediaType: string): readonly unknown[] {
  if (operation.method !== 'patch' || !isJsonPatch(mediaType)) return []
  const { schemas } = api.surface
  const isText = ([name, one]: [string, JsonSchema]): boolean => {
    const end = endOfReferences(one, schemas)
    const isPlain = typeof end === 'object' && !end.enum && !end.format && !end.pattern && !end.readOnly
    return isPlain && typesOf(one, schemas)[0] === 'string' && !isMadeUp(nameKey(name))
  }
  const members = schemasOfThing(api, operation).map((one) =>
    Object.entries(propertiesOf(one, schemas))
      .filter(isText)
      .map(([name]) => name),
  )
  const names = (members.find((one) => one.length > 0) ?? []).filter((one) => referredBy(one) === undefined)
  // What names a thing may have to be unique.
  const [name] = names.toSorted((a, b) => Number(naming.test(a)) - Number(naming.test(b)))
  const value = `Sample-${distinctIn(api)()}`
  return name === undefined ? [] : [[{ op: 'replace', path: appendKey('', name), value }]]
}

import {
  appendKey,
  endOfReferences,
  isJsonType,
  lastKey,
  mediaTypeOf,
  type Schemas,
} from '../../document/index.js'
import { fullValue } from '../../document/values/index.js'
import type { JsonSchema, MediaTypeObject, Operation } from '../../runtime/surface.js'
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
const jsonPatches = (api: Api, operation: Operation): readonly unknown[] => {
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
  // Names may have to be unique.
  const [name] = names.toSorted((a, b) => Number(naming.test(a)) - Number(naming.test(b)))
  const value = `Sample-${distinctIn(api)()}`
  return name === undefined ? [] : [[{ op: 'replace', path: appendKey('', name), value }]]
}

/** The type of the things in a body of JSON:API: that of its schema, else the component that is named as in the path. */
const typeOfData = (data: JsonSchema | undefined, { path }: Operation, schemas: Schemas): unknown => {
  const type = endOfReferences(propertiesOf(data, schemas)['type'], schemas)
  const own = typeof type === 'object' ? (type.const ?? type.enum?.[0] ?? type.example) : undefined
  const component = typeof data === 'object' ? lastKey(data.$ref ?? '') : ''
  const isNamed = path.split('/').some((one) => one !== '' && nameKey(one) === nameKey(component))
  return own ?? (isNamed ? component : undefined)
}

/** A body of JSON:API with all attributes and nothing that it links. Documents often require none of its members. */
const jsonApiBodies = (api: Api, operation: Operation, body: JsonSchema | undefined): readonly unknown[] => {
  const { schemas } = api.surface
  const { data } = propertiesOf(body, schemas)
  const { attributes, id } = propertiesOf(data, schemas)
  const type = typeOfData(data, operation, schemas)
  if (attributes === undefined || type === undefined) return []
  const source = { schemas, pointer: '#', direction: 'request', distinct: distinctIn(api) } as const
  const isUpdate = operation.method === 'patch' && id !== undefined
  const thing = { type, ...(isUpdate && { id: '1' }), attributes: fullValue(attributes, source) ?? {} }
  return [{ data: thing }]
}

/** Bodies of media types whose standard says more of them than documents do, as if they were examples. */
export function standardBodies(
  api: Api,
  operation: Operation,
  [mediaType, { schema }]: [string, MediaTypeObject],
): readonly unknown[] {
  const isUpdate = operation.method === 'patch'
  if (isUpdate && isJsonPatch(mediaType)) return jsonPatches(api, operation)
  const isJsonApi = mediaTypeOf(mediaType) === 'application/vnd.api+json'
  return isJsonApi && (isUpdate || operation.method === 'post') ? jsonApiBodies(api, operation, schema) : []
}

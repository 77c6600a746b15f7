import { endOfReferences, isObject, type JsonObject, type Schemas } from '../../document/index.js'
import { isSafe } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'
import { nameKey, propertiesOf } from '../resources/names.js'
import { componentOf, itemComponentOf, type Resource } from '../resources/resources.js'
import type { JsonSchema } from '../../runtime/surface.js'
import type { Kinds } from './kinds.js'

/** An object inside of a body. */
interface Part {
  readonly noun: string
  readonly schema: JsonSchema | undefined
  readonly value: JsonObject
}

const deepest = 3

/** The objects inside of a value, which has a name in the object around it. */
const partsIn = (
  value: unknown,
  schema: JsonSchema | undefined,
  schemas: Schemas,
  noun = '',
  depth = 0,
): readonly Part[] => {
  if (depth > deepest) return []
  if (Array.isArray(value)) {
    const end = endOfReferences(schema, schemas)
    const items = typeof end === 'object' && !Array.isArray(end.items) ? end.items : undefined
    return value.flatMap((one) => partsIn(one, items, schemas, noun, depth))
  }
  if (!isObject(value)) return []
  const properties = propertiesOf(schema, schemas)
  const inner = Object.entries(value).flatMap(([name, one]) =>
    partsIn(one, properties[name], schemas, nameKey(name), depth + 1),
  )
  return noun !== '' ? [{ noun, schema, value }, ...inner] : inner
}

/** A thing inside of a body, as if its creation had been sent, and the kinds that it may be of. */
export interface NestedCreation {
  readonly by: Observed
  readonly kinds: readonly Resource[]
}

/**
 * The things inside of a body which a service may create together with the thing around them, as databases do that
 * cascade: `{ title, owner: { name } }` creates an owner, of whom the response may say nothing.
 */
export function nestedCreations(observed: Observed, kinds: Kinds): readonly NestedCreation[] {
  const { api: { surface: { schemas } }, case: sent, exchange } = observed // prettier-ignore
  const { body, operation } = sent.call
  if (!body || isSafe(exchange.request.method)) return []
  const schema = operation.requestBody?.content[body.mediaType]?.schema
  return partsIn(body.value, schema, schemas).flatMap(({ noun, schema: own, value }) => {
    const component = typeof own === 'object' ? own.$ref : undefined
    const isOfKind = ({ nouns, read, lists }: Resource): boolean =>
      nouns.includes(noun) ||
      (component !== undefined &&
        [read && componentOf(read, ['200']), ...lists.map((one) => itemComponentOf(one, schemas))].includes(
          component,
        ))
    const found = kinds.all.filter((one) => one.lists.length > 0 && isOfKind(one))
    const by = { ...observed, case: { ...sent, call: { ...sent.call, body: { ...body, value } } } }
    return found.length > 0 ? [{ by, kinds: found }] : []
  })
}

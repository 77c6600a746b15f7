import { appendKey, componentSchema, isObject, type Schemas } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { CoveragePoint } from '../../document/values/index.js'
import { fits } from './fits.js'

/** A schema with its JSON Pointer in the document. */
interface Stop {
  readonly schema: JsonSchemaObject
  readonly pointer: string
}

/** Bounds of what is read of one answer: what a longer one reaches, most shorter ones do too. */
const mostValues = 500
const mostItems = 10

const stopAt = (schema: JsonSchema | undefined, pointer: string): Stop[] =>
  typeof schema === 'object' ? [{ schema, pointer }] : []

/** The schemas that judge the same value as one: the target of its reference, and those of its `allOf`. */
const beside = ({ schema, pointer }: Stop, schemas: Schemas): Stop[] => [
  ...(schema.$ref === undefined ? [] : stopAt(componentSchema(schema.$ref, schemas), schema.$ref)),
  ...(schema.allOf ?? []).flatMap((one, index) =>
    stopAt(one, appendKey(appendKey(pointer, 'allOf'), String(index))),
  ),
]

const unions = ['oneOf', 'anyOf'] as const

const branchesOf = ({ schema, pointer }: Stop): Stop[] =>
  unions.flatMap((keyword) =>
    (schema[keyword] ?? []).flatMap((one, index) =>
      // A branch that is no object, such as `true`, still is one.
      stopAt(typeof one === 'object' ? one : {}, appendKey(appendKey(pointer, keyword), String(index))),
    ),
  )

const propertiesOf = ({ schema, pointer }: Stop): (Stop & { readonly name: string })[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]) => {
    if (typeof one === 'object' && one.writeOnly === true) return []
    const at = appendKey(appendKey(pointer, 'properties'), name)
    return [{ name, pointer: at, schema: typeof one === 'object' ? one : {} }]
  })

const enumPoints = ({ schema, pointer }: Stop): (readonly [value: unknown, point: CoveragePoint])[] =>
  (schema.enum ?? []).map((value) => [value, `enum ${pointer} ${JSON.stringify(value)}`] as const)

const innerOf = ({ schema, pointer }: Stop): Stop[] => [
  ...stopAt(schema.items, appendKey(pointer, 'items')),
  ...stopAt(schema.additionalProperties, appendKey(pointer, 'additionalProperties')),
]

/**
 * Every point that answers of a schema can reach: its enumerated values, branches and members, and those of what it
 * holds. What is in `seen` was gone through, and is not again.
 */
export function pointsOfAnswers(
  schema: JsonSchema | undefined,
  pointer: string,
  schemas: Schemas,
  seen: Set<string> = new Set(),
): CoveragePoint[] {
  const points: CoveragePoint[] = []
  const todo = stopAt(schema, pointer)
  for (const stop of todo) {
    if (seen.has(stop.pointer)) continue
    seen.add(stop.pointer)
    const [branches, properties] = [branchesOf(stop), propertiesOf(stop)]
    points.push(
      ...enumPoints(stop).map(([, point]) => point),
      ...branches.map((branch) => `branch ${branch.pointer}`),
      ...properties.map((property) => `property ${property.pointer}`),
    )
    todo.push(...beside(stop, schemas), ...branches, ...properties, ...innerOf(stop))
  }
  return points
}

const within = (stop: Stop, value: unknown): (readonly [Stop, unknown])[] => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return stopAt(stop.schema.items, appendKey(stop.pointer, 'items')).flatMap((inner) =>
      items.slice(0, mostItems).map((item) => [inner, item] as const),
    )
  }
  if (!isObject(value)) return []
  const named = propertiesOf(stop).filter(({ name }) => Object.hasOwn(value, name))
  const own = new Set(Object.keys(stop.schema.properties ?? {}))
  const others = Object.keys(value).filter((name) => !own.has(name))
  const additional = stopAt(stop.schema.additionalProperties, appendKey(stop.pointer, 'additionalProperties'))
  return [
    ...named.map((inner) => [inner, value[inner.name]] as const),
    ...additional.flatMap((inner) => others.slice(0, mostItems).map((name) => [inner, value[name]] as const)),
  ]
}

/** The points that one answer reaches. A branch is taken for reached where nothing that stands in it speaks against it. */
export function pointsInAnswer(
  value: unknown,
  schema: JsonSchema | undefined,
  pointer: string,
  schemas: Schemas,
): Set<CoveragePoint> {
  const points = new Set<CoveragePoint>()
  const todo: (readonly [Stop, unknown])[] = stopAt(schema, pointer).map((stop) => [stop, value] as const)
  for (const [stop, found] of todo) {
    const text = typeof found === 'object' && found !== null ? undefined : JSON.stringify(found)
    for (const [, point] of enumPoints(stop))
      if (text !== undefined && point.endsWith(` ${text}`)) points.add(point)
    const branches = branchesOf(stop).filter((branch) => fits(found, branch.schema, schemas))
    for (const branch of branches) points.add(`branch ${branch.pointer}`)
    const inner = within(stop, found)
    for (const [{ pointer: at }] of inner) if (/\/properties\/[^/]*$/.test(at)) points.add(`property ${at}`)
    // References may lead in a circle that no value ends.
    if (todo.length > mostValues) break
    todo.push(...[...beside(stop, schemas), ...branches].map((one) => [one, found] as const), ...inner)
  }
  return points
}

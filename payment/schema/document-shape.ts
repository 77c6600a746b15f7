import type { JsonSchema, JsonSchemaObject, Operation } from '../../runtime/surface.js'
import {
  componentName,
  discriminatorIn,
  endOfReferences,
  extendingByName,
  memberAt,
  once,
  type Schemas,
  textOf,
} from '../../document/index.js'

/** One alternative of a schema, merged from all subschemas that apply together. */
export interface Shape {
  readonly types: ReadonlySet<string>
  readonly formats: ReadonlySet<string>
  /** The values listed; undefined where any is allowed. */
  readonly values: ReadonlySet<unknown> | undefined
  readonly properties: ReadonlyMap<string, readonly JsonSchema[]>
  readonly required: ReadonlySet<string>
  readonly items: readonly JsonSchema[]
  /** Limits and other keywords; the last value of each. */
  readonly keywords: JsonSchemaObject
  /** Values of a discriminator, by the name of its property. */
  readonly mapped: ReadonlyMap<string, ReadonlySet<string>>
}

const deepest = 12
/** Nested unions multiply; beyond this number of alternatives a value counts as unrestricted. */
const mostShapes = 500

const typesOf = (values: readonly unknown[] = []): readonly string[] =>
  values.some((value) => typeof value !== 'string') ? [] : values.map(() => 'string')

const ownShape = (node: JsonSchemaObject): Shape => {
  const values = node.enum ?? ('const' in node ? [node.const] : undefined)
  const types = [node.type ?? typesOf(values?.filter((value) => value !== null))]
    .flat()
    .filter((type) => type !== 'null')
  const { property, mapping } = discriminatorIn(node) ?? {}
  return {
    types: new Set(types),
    formats: new Set(node.format === undefined ? [] : [node.format]),
    values: values === undefined ? undefined : new Set(values.filter((value) => value !== null)),
    properties: new Map(Object.entries(node.properties ?? {}).map(([name, one]) => [name, [one]])),
    required: new Set(node.required),
    items: node.items === undefined ? [] : [node.items],
    keywords: node,
    mapped:
      property !== undefined && mapping?.size ? new Map([[property, new Set(mapping.keys())]]) : new Map(),
  }
}

const open = ownShape({})

const common = (a: ReadonlySet<unknown>, b: ReadonlySet<unknown>): ReadonlySet<unknown> =>
  new Set([...a].filter((value) => b.has(value)))

const both = (a: Shape, b: Shape): Shape => {
  const properties = new Map(a.properties)
  for (const [name, schemas] of b.properties)
    properties.set(name, [...(properties.get(name) ?? []), ...schemas])
  return {
    types: new Set([...a.types, ...b.types]),
    formats: new Set([...a.formats, ...b.formats]),
    values: a.values && b.values ? common(a.values, b.values) : (a.values ?? b.values),
    properties,
    required: new Set([...a.required, ...b.required]),
    items: [...a.items, ...b.items],
    keywords: { ...a.keywords, ...b.keywords },
    mapped: new Map([...a.mapped, ...b.mapped]),
  }
}

/** OpenAPI 3.1 allows keywords beside a reference; both apply. */
const besideReference = (schema: JsonSchema | undefined): JsonSchema | undefined => {
  if (typeof schema !== 'object' || schema.$ref === undefined) return schema
  const { $ref, ...rest } = schema
  return Object.keys(rest).length === 0 ? schema : { allOf: [{ $ref }, rest] }
}

const isNull = (schema: JsonSchema): boolean =>
  typeof schema === 'object' && [schema.type].flat().every((type) => type === 'null')

/** By a component that has a discriminator and no union: the components that extend it, which OpenAPI has in place of one. */
const extending = once((schemas: Schemas): ReadonlyMap<unknown, readonly JsonSchema[]> => {
  const found = new Map<unknown, readonly JsonSchema[]>()
  for (const [name, children] of extendingByName(schemas)) {
    const parent = schemas[name]
    if (typeof parent !== 'object' || !discriminatorIn(parent) || (parent.oneOf ?? parent.anyOf)) continue
    found.set(
      parent,
      children.flatMap((child): JsonSchema[] => {
        const schema = schemas[child]
        return schema === undefined ? [] : [schema]
      }),
    )
  }
  return found
})

/** The components of which a value is one; none where it is known already which one it is. */
const kindsOf = (
  node: JsonSchemaObject,
  schemas: Schemas,
  within: ReadonlySet<JsonSchema>,
): readonly JsonSchema[] => {
  const kinds = extending(schemas).get(node) ?? []
  return kinds.some((one) => within.has(one)) ? [] : kinds
}

/** The name of the component that extends a schema and that the discriminator selects for a value; undefined without one. */
export function kindOf(value: unknown, schema: JsonSchema | undefined, schemas: Schemas): string | undefined {
  const base = endOfReferences(schema, schemas)
  const kinds = new Set(extending(schemas).get(base))
  const { property = '', mapping } = discriminatorIn(base) ?? {}
  const tag = textOf(memberAt(value, property)) ?? ''
  const mapped = (mapping?.get(tag) ?? []).flatMap((ref) => componentName(ref) ?? [])
  return [...mapped, tag].find((name) => kinds.has(schemas[name] ?? false))
}

/**
 * All alternatives of a schema except null, with references resolved, subschemas merged and unions expanded.
 * @param within the schemas of the same value that led to this one
 */
export function shapesOf(
  schema: JsonSchema | undefined,
  schemas: Schemas,
  within: ReadonlySet<JsonSchema> = new Set(),
): readonly Shape[] {
  const node = endOfReferences(besideReference(schema), schemas)
  if (typeof node !== 'object' || within.has(node) || within.size > deepest) return [open]
  const here = new Set([...within, node])
  const shapes = (one: JsonSchema): readonly Shape[] => shapesOf(one, schemas, here)
  const unions = [node.oneOf ?? [], node.anyOf ?? [], kindsOf(node, schemas, within)].filter(
    (union) => union.length > 0,
  )
  const lists = [
    ...(node.allOf ?? []).map(shapes),
    ...unions.map((union) => union.filter((one) => !isNull(one)).flatMap(shapes)),
  ]
  return lists.reduce<readonly Shape[]>(
    (sofar, list) =>
      sofar.length * list.length > mostShapes
        ? [open]
        : sofar.flatMap((one) => list.map((other) => both(one, other))),
    [ownShape(node)],
  )
}

/** The values listed by all shapes of a value; undefined where one of them lists none. */
export function listedValues(shapes: readonly Shape[]): ReadonlySet<unknown> | undefined {
  const isOpen = shapes.length === 0 || shapes.some(({ values }) => values === undefined)
  return isOpen ? undefined : new Set(shapes.flatMap(({ values = [] }) => Array.from(values)))
}

const deepestMember = 4

/** Pointers to the value or its members that can have one of the wanted values. */
export function pointersListing(
  schema: JsonSchema,
  schemas: Schemas,
  isMeant: (value: unknown) => boolean,
  at = '',
): readonly string[] {
  const shapes = shapesOf(schema, schemas)
  // An extensible enumeration is a union of the known values and any text.
  if (shapes.some(({ values }) => [...(values ?? [])].some(isMeant))) return [at]
  if (at.split('/').length > deepestMember) return []
  return shapes.flatMap(({ properties }) =>
    [...properties].flatMap(([name, members]) =>
      members.flatMap((member) => pointersListing(member, schemas, isMeant, `${at}/${name}`)),
    ),
  )
}

const subschemasOf = (
  node: JsonSchemaObject,
  schemas: Schemas,
  within: ReadonlySet<JsonSchema>,
): readonly (JsonSchema | undefined)[] => [
  ...kindsOf(node, schemas, within),
  ...Object.values(node.properties ?? {}),
  ...(node.allOf ?? []),
  ...(node.oneOf ?? []),
  ...(node.anyOf ?? []),
  node.items,
  ...(node.$ref === undefined ? [] : [{ $ref: node.$ref }]),
]

const walked = (schema: JsonSchemaObject, schemas: Schemas): ReadonlySet<JsonSchemaObject> => {
  const nodes = new Set<JsonSchemaObject>()
  const add = (one: JsonSchema | undefined): void => {
    const isBare = typeof one === 'object' && one.$ref !== undefined && Object.keys(one).length === 1
    const node = isBare ? endOfReferences(one, schemas) : one
    if (typeof node === 'object') nodes.add(node)
  }
  add(schema)
  for (const node of nodes) for (const schema of subschemasOf(node, schemas, nodes)) add(schema)
  return nodes
}

// Cached, because every member of a submission is looked for below its root.
const walkedBy = once((schemas: Schemas) => once((schema: JsonSchemaObject) => walked(schema, schemas)))

/** A schema and all schemas below it, without duplicates, because references may be cyclic. */
export function nodesBelow(schema: JsonSchema | undefined, schemas: Schemas): ReadonlySet<JsonSchemaObject> {
  return typeof schema === 'object' ? walkedBy(schemas)(schema) : new Set()
}

/** The schemas of all members of a name, at any depth. */
export function membersNamed(name: string, root: JsonSchema | undefined, schemas: Schemas): JsonSchema[] {
  return [...nodesBelow(root, schemas)].flatMap(({ properties }): JsonSchema[] => {
    const member = properties?.[name]
    return member === undefined ? [] : [member]
  })
}

/** The schemas at the end of a chain of names, each at any depth below the previous one. */
export function membersAt(
  path: readonly string[],
  root: JsonSchema | undefined,
  schemas: Schemas,
): readonly JsonSchema[] {
  const [first, ...rest] = path
  if (first === undefined || root === undefined) return root === undefined ? [] : [root]
  return membersNamed(first, root, schemas).flatMap((member) => membersAt(rest, member, schemas))
}

/** The values that a document lists for the body of an operation. */
export function bodyValues({ requestBody }: Operation, schemas: Schemas): readonly unknown[] {
  const bodies = Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => shapesOf(schema, schemas))
  return [...new Set(bodies.flatMap(({ values = new Set() }) => Array.from(values)))]
}

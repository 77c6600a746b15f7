import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../engine/context.js'
import type { VersionUnderTest } from '../engine/version-under-test.js'
import { listedValues, type Shape, shapesOf } from './document-shape.js'
import { followReferences } from './schema-shape.js'

type Schemas = Readonly<Record<string, JsonSchema>>

/** What the specification says of a field by name: that it is there, and what it is. */
interface Due {
  readonly name: string
  readonly is: 'required' | 'optional' | 'there'
  readonly type?: string
}

/** Something that a document says otherwise, and where. */
type Contradiction = readonly [message: string, pointer: string | undefined]

const structuredSince = '2026-08-01'

const partsOf = (node: JsonSchemaObject): readonly (JsonSchema | undefined)[] => [
  ...Object.values(node.properties ?? {}),
  ...(node.allOf ?? []),
  ...(node.oneOf ?? []),
  ...(node.anyOf ?? []),
  node.items,
]

/** Every schema at any depth below one, itself first; each once, since references may lead in circles. */
const nodesBelow = (schema: JsonSchema | undefined, schemas: Schemas): ReadonlySet<JsonSchemaObject> => {
  const nodes = new Set<JsonSchemaObject>()
  const add = (one: JsonSchema | undefined): void => {
    const node = followReferences(one, schemas)
    if (typeof node === 'object') nodes.add(node)
  }
  add(schema)
  for (const node of nodes) for (const part of partsOf(node)) add(part)
  return nodes
}

const shapesNamed = (name: string, root: JsonSchema | undefined, schemas: Schemas): readonly Shape[] =>
  [...nodesBelow(root, schemas)].flatMap(({ properties }) => {
    const schema = properties?.[name]
    return schema === undefined ? [] : shapesOf(schema, schemas)
  })

/** What the shapes of one record say otherwise of the fields that are due. */
const wrongFields = (
  what: string,
  shapes: readonly Shape[],
  due: readonly Due[],
  schemas: Schemas,
): string[] =>
  shapes
    .filter(({ properties }) => properties.size > 0)
    .flatMap((shape) => due.flatMap((one) => wrongField(what, shape, one, schemas) ?? []))

const wrongField = (what: string, shape: Shape, due: Due, schemas: Schemas): string | undefined => {
  const { name, is, type } = due
  const parts = shape.properties.get(name)
  if (parts === undefined) return is === 'optional' ? undefined : `the document lacks ${name} of ${what}`
  const isRequired = shape.required.has(name)
  // A document that requires no member of a record does not speak of that at all.
  if (is === 'required' && !isRequired && shape.required.size > 0)
    return `${name} of ${what} is required; the document has it optional`
  if (is === 'optional' && isRequired) return `${name} of ${what} is optional; the document requires it`
  if (type === undefined) return undefined
  const declared = shapesOf({ allOf: parts }, schemas).filter(({ types }) => types.size > 0)
  const isRight = declared.length === 0 || declared.some(({ types }) => types.has(type))
  return isRight ? undefined : `${name} of ${what} is of type ${type}; the document has another`
}

const jsonOf = ({ responses }: Operation, status: string): JsonSchema | undefined =>
  Object.entries(responses[status]?.content ?? {}).find(([type]) => /[/+]json\b/i.test(type))?.[1].schema

const structured: readonly Due[] = [
  { name: 'code', is: 'required', type: 'string' },
  { name: 'message', is: 'required', type: 'string' },
  { name: 'docs_url', is: 'required', type: 'string' },
  { name: 'beneficiary_index', is: 'optional', type: 'integer' },
]

const refusals = (operation: Operation, version: string, schemas: Schemas): Contradiction[] => {
  const schema = jsonOf(operation, '400')
  const shapes = schema === undefined ? [] : shapesOf(schema, schemas)
  const lists = shapes.filter(({ types }) => types.has('array'))
  const pointer = operation.responses['400']?.pointer
  if (version < structuredSince) {
    const message = 'before 2026-08-01 a refused identification is told in a string; the document has a list'
    return lists.length === 0 ? [] : [[message, pointer]]
  }
  if (shapes.length > 0 && lists.length === 0 && shapes.every(({ types }) => types.size > 0))
    return [['a refused identification is told in an array of objects; the document has none', pointer]]
  const items = lists.flatMap((list) => list.items).flatMap((item) => shapesOf(item, schemas))
  return wrongFields('a structured error', items, structured, schemas).map((message) => [message, pointer])
}

const detailsOf = ({ operations, surface: { schemas } }: VersionUnderTest): readonly Shape[] => {
  const operation = operations.find('post', '/customers/{}/identifications/v2')
  const body = Object.values(operation?.requestBody?.content ?? {})[0]?.schema
  return shapesNamed('business_details', body, schemas).filter(({ properties }) =>
    properties.has('business_model_description'),
  )
}

// Documents may have one schema for all versions, and leave it to the answer what is missing. One that first shows the
// industry where it is due speaks of it.
const industryOf = ({ session, under }: ScenarioContext): readonly Due[] => {
  if (under.version < structuredSince)
    return [
      { name: 'industry', is: 'optional' },
      { name: 'industry_type', is: 'there' },
    ]
  const before = session.versions.get('2026-07-01')
  const isNew =
    before !== undefined && detailsOf(before).every(({ properties }) => !properties.has('industry'))
  return isNew ? [{ name: 'industry', is: 'required' }] : []
}

const submissions = (context: ScenarioContext, operation: Operation): Contradiction[] => {
  const { pointer, content = {} } = operation.requestBody ?? {}
  const { version, surface } = context.under
  const body = Object.values(content)[0]?.schema
  const births = version < structuredSince ? [] : shapesNamed('birth_place', body, surface.schemas)
  return [
    ...wrongFields('business_details', detailsOf(context.under), industryOf(context), surface.schemas),
    ...wrongFields('birth_place', births, [{ name: 'state', is: 'optional' }], surface.schemas),
    ...missingKinds(body, surface.schemas),
  ].map((message) => [message, pointer])
}

const kinds = ['Business', 'Person', 'Token', 'Link']

/** Kinds of identification that a document does not list, in the place where it lists most of them. */
const missingKinds = (body: JsonSchema | undefined, schemas: Schemas): string[] => {
  const tags = new Set<unknown>()
  for (const { mapped, properties } of body === undefined ? [] : shapesOf(body, schemas)) {
    for (const values of mapped.values()) for (const value of values) tags.add(value)
    const tag = properties.get('type') ?? properties.get('kind') ?? []
    for (const value of listedValues(tag.flatMap((one) => shapesOf(one, schemas))) ?? []) tags.add(value)
  }
  const lost = kinds.filter((kind) => !tags.has(kind))
  return lost.length > 2
    ? []
    : lost.map((kind) => `an identification can be of kind ${kind}; the document lacks it`)
}

const identifications = (context: ScenarioContext): Contradiction[] => {
  const { operations, surface, version } = context.under
  const operation = operations.find('post', '/customers/{}/identifications/v2')
  if (!operation) return []
  return [...refusals(operation, version, surface.schemas), ...submissions(context, operation)]
}

/** Before 2026-08-01 nothing outstanding is 409. A document that lists no refusals does not speak of that. */
const signings = ({ under }: ScenarioContext): Contradiction[] => {
  const operation = under.operations.find('get', '/customers/{}/required-signings')
  const statuses = Object.keys(operation?.responses ?? {})
  const listsRefusals = statuses.some((status) => /^4\d\d$/.test(status))
  const covers = statuses.some((status) => /^(409|4xx|default)$/i.test(status))
  if (under.version >= structuredSince || !listsRefusals || covers) return []
  const message = 'with nothing outstanding required signings answer 409; the document does not list that'
  return [[message, operation?.pointer]]
}

const abilities: readonly Due[] = [
  { name: 'fiat_deposit', is: 'there' },
  { name: 'fiat_payout', is: 'there' },
  { name: 'currencies', is: 'there', type: 'array' },
]

const snapshot = ({ under }: ScenarioContext): Contradiction[] => {
  const operation = under.operations.find('get', '/customers/{}/abilities')
  const schema = operation && jsonOf(operation, '200')
  if (!operation || schema === undefined) return []
  const { schemas } = under.surface
  const wrong = wrongFields('the abilities', shapesOf(schema, schemas), abilities, schemas)
  return wrong.map((message) => [message, operation.pointer])
}

const transactionMessage = 'WebhookTransactionStatusMessage'

const messages = ({ under: { surface } }: ScenarioContext): Contradiction[] => {
  const shapes = shapesOf(surface.schemas[transactionMessage] ?? {}, surface.schemas)
  const due: readonly Due[] = [{ name: 'transaction_status', is: 'there' }]
  const pointer = `#/components/schemas/${transactionMessage}`
  return wrongFields(transactionMessage, shapes, due, surface.schemas).map((message) => [message, pointer])
}

const statements: Scenario = async (context) => {
  const told = new Set<string>()
  for (const look of [identifications, signings, snapshot, messages]) {
    for (const [message, pointer] of look(context)) {
      if (!told.has(message)) context.violate(message, undefined, pointer)
      told.add(message)
    }
  }
}

// Public documents require the key although a POST may go without it, so that this is only said.
const optionalKey: Scenario = async (context) => {
  for (const [route, { parameters }] of context.under.operations.routes) {
    const key = parameters.find(({ name }) => name.toLowerCase() === 'idempotency-key')
    if (key?.required !== true || !route.startsWith('post ')) continue
    context.note(`served: a document that requires IDEMPOTENCY-KEY at ${route.replaceAll('{}', '{…}')}`)
  }
}

/** What the specification says of fields, answers and headers by name, held against the documents. */
export const documentStatementScenarios: Readonly<Record<string, Scenario>> = {
  'documents/statements': statements,
  'documents/optional-key': optionalKey,
}

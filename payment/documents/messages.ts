import { endOfReferences, isJsonType } from '../../document/index.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import { listedValues, type Shape } from '../schema/document-shape.js'
import {
  deliveryHeaders,
  messageFacts,
  type MessageFacts,
  messageNames,
  messageOfKind,
} from '../tables/messages.js'
import { takes } from './headers.js'
import {
  branchesOf,
  contradicts,
  type Differences,
  type DocumentView,
  jsonIn,
  lacks,
  type Picked,
  shapesIn,
} from './view.js'

const pointerOf = (name: string): string => `#/components/schemas/${name}`

const speaks = ({ surface: { schemas, webhooks } }: DocumentView): boolean =>
  Object.keys(webhooks).length > 0 || messageNames.some((name) => name in schemas)

/** The bodies of deliveries, from the document's webhooks or by component name. */
const containers = ({
  surface: { schemas, webhooks },
}: DocumentView): readonly (readonly [JsonSchema, string])[] => {
  const used = Object.values(webhooks).flatMap((webhook): [JsonSchema, string][] => {
    const body = jsonIn(webhook.requestBody)
    return body === undefined ? [] : [[body, webhook.pointer]]
  })
  const own = schemas['WebhookContainer']
  return own === undefined ? used : [...used, [own, pointerOf('WebhookContainer')]]
}

const inside = (view: DocumentView, shapes: readonly Shape[], name: string): readonly Shape[] =>
  shapes.flatMap(({ properties }) => properties.get(name) ?? []).flatMap((one) => shapesIn(view, one))

const has = (shapes: readonly Shape[], name: string): boolean =>
  shapes.some(({ properties }) => properties.has(name))

const isOther = (shapes: readonly Shape[], type: string): boolean =>
  shapes.some(({ types }) => types.size > 0 && ![...types].some((one) => one === type || one === 'null'))

const isPing = (view: DocumentView, shapes: readonly Shape[]): boolean =>
  listedValues(inside(view, shapes, 'type'))?.has('ping') === true

const container = function* (view: DocumentView, schema: JsonSchema, pointer: string): Differences {
  const described = shapesIn(view, schema).filter(({ properties }) => properties.size > 0)
  if (described.length === 0) return
  if (!described.every(({ properties }) => properties.has('data')))
    yield contradicts('the document lacks data of a delivery', pointer)
  const data = inside(view, described, 'data')
  if (isOther(data, 'object'))
    yield contradicts('data of a delivery is an object; the document has something else', pointer)
  if (!has([...described, ...data], 'message'))
    yield contradicts('the document lacks message of a delivery', pointer)
  if (!has(data, 'customer_id'))
    yield lacks('the document does not show customer_id in data of a delivery', pointer)
  if (isOther(inside(view, data, 'customer_id'), 'string'))
    yield contradicts('customer_id of a delivery is a string; the document has something else', pointer)
  // An object without required members makes no statement about them.
  const stated = [...described, ...data].filter(({ required }) => required.size > 0)
  const named = ['data', 'message', ...(isPing(view, described) ? [] : ['customer_id'])]
  for (const name of named)
    if (stated.some(({ properties, required }) => properties.has(name) && !required.has(name)))
      yield lacks(`a delivery has ${name}; the document has it optional`, pointer)
}

const signatures = [`v1=${'0f'.repeat(32)}`, `v1=${'Ab1+'.repeat(10)}Ab0=`]

const delivery = function* (view: DocumentView, webhook: Operation): Differences {
  const { method, path, pointer, requestBody, parameters, responses } = webhook
  if (method !== 'post')
    yield contradicts(`${path} is delivered by POST; the document has ${method}`, pointer)
  const types = Object.keys(requestBody?.content ?? {})
  if (types.length > 0 && !types.some(isJsonType))
    yield contradicts(`deliveries are application/json; the document has ${types.join(', ')}`, pointer)
  if (!Object.keys(responses).some((status) => /^(200|2xx|default)$/i.test(status)))
    yield lacks('a delivery is acknowledged with 200; the document does not show it', pointer)
  const headers = new Map(parameters.map((one) => [one.name.toLowerCase(), one]))
  const signature = headers.get('webhook-signature')
  if (signature && !signatures.some((one) => takes(view, signature, one)))
    yield contradicts('webhook-signature begins with v1=; the document does not let it', signature.pointer)
  for (const name of headers.size === 0 ? [] : deliveryHeaders)
    if (!headers.has(name))
      yield lacks(`a delivery has the header ${name}; the document does not show it`, pointer)
}

/** The shapes of the container of a delivered type, each with the pointer of its delivery. */
const containersOf = (view: DocumentView, kind: string): readonly (readonly [Shape, string])[] =>
  containers(view).flatMap(([schema, pointer]) =>
    shapesIn(view, schema).flatMap((shape): [Shape, string][] => {
      const tags = listedValues(inside(view, [shape], 'type'))
      return tags?.size === 1 && tags.has(kind) ? [[shape, pointer]] : []
    }),
  )

/** The message of a delivered type, from its delivery and by component name. */
export function messagesOf(view: DocumentView, { kind }: MessageFacts): readonly Picked[] {
  const name = messageOfKind[kind]
  const component = view.surface.schemas[name]
  const own = containersOf(view, kind)
  const used = own.flatMap(([shape, pointer]) =>
    [shape, ...inside(view, [shape], 'data')]
      .flatMap(({ properties }) => properties.get('message') ?? [])
      .map((schema) => ({ schema, pointer })),
  )
  const all = component === undefined ? used : [{ schema: component, pointer: pointerOf(name) }, ...used]
  // Whether the id of an event is in its container or in its message is not shown.
  const [id] = own.flatMap(([{ properties }]) => properties.get('id') ?? [])
  if (id === undefined) return all
  return all.map(({ schema, pointer }) => ({ schema: withMember(view, schema, 'id', id), pointer }))
}

/** A schema with one more member in each object that it is, or is merged or chosen of. */
const withMember = (
  view: DocumentView,
  schema: JsonSchema,
  name: string,
  member: JsonSchema,
  above: readonly JsonSchema[] = [],
): JsonSchema => {
  const { schemas } = view.surface
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object') return schema
  const within = [...above, end]
  // A schema that is a part of itself says nothing more there.
  const inner = (parts: readonly JsonSchema[] | undefined) =>
    parts
      ?.filter((part) => !within.includes(endOfReferences(part, schemas) ?? part))
      .map((part) => withMember(view, part, name, member, within))
  const [allOf, anyOf, oneOf] = [end.allOf, end.anyOf, end.oneOf].map(inner)
  return {
    ...end,
    ...(end.properties && { properties: { [name]: member, ...end.properties } }),
    ...(allOf && { allOf }),
    ...(anyOf && { anyOf }),
    ...(oneOf && { oneOf }),
  }
}

const excess = function* (view: DocumentView, facts: MessageFacts): Differences {
  for (const { schema, pointer } of messagesOf(view, facts))
    for (const member of facts.without)
      if (shapesIn(view, schema).some(({ properties }) => properties.has(member)))
        yield contradicts(`${messageOfKind[facts.kind]} has no ${member}; the document shows it`, pointer)
}

/**
 * @yields the differences of a document in deliveries and messages
 */
export function* messageDifferences(view: DocumentView): Differences {
  if (!speaks(view)) return
  // A document without any of the names writes its messages out, or has its own names for them.
  const isNamed = messageNames.some((name) => name in view.surface.schemas)
  for (const name of isNamed ? messageNames : [])
    if (!(name in view.surface.schemas))
      yield lacks(`there is ${name}; the document has no schema of that name`, '#/components/schemas')
  for (const [schema, pointer] of containers(view))
    for (const branch of branchesOf(view, schema)) yield* container(view, branch, pointer)
  for (const webhook of Object.values(view.surface.webhooks)) yield* delivery(view, webhook)
  for (const facts of messageFacts) yield* excess(view, facts)
}

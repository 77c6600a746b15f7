import { isJsonType } from '../../document/index.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import { listedValues, membersAt, membersNamed } from '../schema/document-shape.js'
import {
  deliveryHeaders,
  messageFacts,
  type MessageFacts,
  messageNames,
  messageOfKind,
} from '../tables/messages.js'
import { takes } from './headers.js'
import {
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

const container = function* (view: DocumentView, schema: JsonSchema, pointer: string): Differences {
  const { schemas } = view.surface
  const described = shapesIn(view, schema).filter(({ properties }) => properties.size > 0)
  if (described.length === 0) return
  if (!described.every(({ properties }) => properties.has('data')))
    yield contradicts('the document lacks data of a delivery', pointer)
  if (membersNamed('message', schema, schemas).length === 0)
    yield contradicts('the document lacks message of a delivery', pointer)
  if (membersAt(['data', 'customer_id'], schema, schemas).length === 0)
    yield lacks('the document does not show customer_id in data of a delivery', pointer)
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

/** The message of a delivered type, from its delivery and by component name. */
export function messagesOf(view: DocumentView, { kind }: MessageFacts): readonly Picked[] {
  const name = messageOfKind[kind]
  const component = view.surface.schemas[name]
  const used = containers(view).flatMap(([schema, pointer]) =>
    shapesIn(view, schema)
      .filter(({ properties }) => {
        const tags = listedValues((properties.get('type') ?? []).flatMap((tag) => shapesIn(view, tag)))
        return tags?.size === 1 && tags.has(kind)
      })
      .flatMap(({ properties }) => {
        const data = (properties.get('data') ?? []).flatMap((one) => shapesIn(view, one))
        return [{ properties }, ...data].flatMap((one) => one.properties.get('message') ?? [])
      })
      .map((message) => ({ schema: message, pointer })),
  )
  return component === undefined ? used : [{ schema: component, pointer: pointerOf(name) }, ...used]
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
  for (const name of messageNames)
    if (!(name in view.surface.schemas))
      yield lacks(`there is ${name}; the document has no schema of that name`, '#/components/schemas')
  for (const [schema, pointer] of containers(view)) yield* container(view, schema, pointer)
  for (const webhook of Object.values(view.surface.webhooks)) yield* delivery(view, webhook)
  for (const facts of messageFacts) yield* excess(view, facts)
}

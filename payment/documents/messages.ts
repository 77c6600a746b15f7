import { isJsonType } from '../../document/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import { listedValues } from '../schema/document-shape.js'
import { deliveryHeaders, messageFacts, type MessageFacts, messageNames } from '../tables/messages.js'
import { enumerationDifferences, railEnumerations } from './enumerations.js'
import { takes } from './headers.js'
import { membersNamed } from './nested.js'
import { recordDifferences } from './stated.js'
import { contradicts, type Difference, type DocumentView, lacks, shapesIn } from './view.js'

const pointerOf = (name: string): string => `#/components/schemas/${name}`

/** Whether a document describes webhooks at all. */
const speaks = ({ surface: { schemas, webhooks } }: DocumentView): boolean =>
  Object.keys(webhooks).length > 0 || messageNames.some((name) => name in schemas)

const bodyOf = ({ requestBody }: Operation): JsonSchema | undefined =>
  Object.entries(requestBody?.content ?? {}).find(([type]) => isJsonType(type))?.[1].schema

/** The bodies of deliveries, from the document's webhooks or by component name. */
const containers = ({
  surface: { schemas, webhooks },
}: DocumentView): readonly (readonly [JsonSchema, string])[] => {
  const used = Object.values(webhooks).flatMap((webhook): [JsonSchema, string][] => {
    const body = bodyOf(webhook)
    return body === undefined ? [] : [[body, webhook.pointer]]
  })
  const own = schemas['WebhookContainer']
  return own === undefined ? used : [...used, [own, pointerOf('WebhookContainer')]]
}

const containerAt = (view: DocumentView, schema: JsonSchema, pointer: string): Difference[] => {
  const { schemas } = view.surface
  const described = shapesIn(view, schema).filter(({ properties }) => properties.size > 0)
  if (described.length === 0) return []
  const data = described.map(({ properties }) => properties.get('data'))
  const isMessage = membersNamed('message', schema, schemas).length > 0
  const owners = membersNamed('data', schema, schemas).flatMap((one) =>
    membersNamed('customer_id', one, schemas),
  )
  return [
    ...(data.includes(undefined) ? [contradicts('the document lacks data of a delivery', pointer)] : []),
    ...(isMessage ? [] : [contradicts('the document lacks message of a delivery', pointer)]),
    ...(owners.length > 0
      ? []
      : [lacks('the document does not show customer_id in data of a delivery', pointer)]),
  ]
}

/** Signatures in both encodings of a digest. */
const signatures = [`v1=${'0f'.repeat(32)}`, `v1=${'Ab1+'.repeat(10)}Ab0=`]

const delivery = (
  view: DocumentView,
  { method, path, pointer, requestBody, parameters, responses }: Operation,
): Difference[] => {
  const signature = parameters.find(({ name }) => name.toLowerCase() === 'webhook-signature')
  const isSigned = !signature || signatures.some((one) => takes(view, signature, one))
  const types = Object.keys(requestBody?.content ?? {})
  const isCounted = Object.keys(responses).some((status) => /^(200|2xx|default)$/i.test(status))
  const headers = new Set(parameters.map(({ name }) => name.toLowerCase()))
  const lost = headers.size === 0 ? [] : deliveryHeaders.filter((name) => !headers.has(name))
  return [
    ...(method === 'post'
      ? []
      : [contradicts(`${path} is delivered by POST; the document has ${method}`, pointer)]),
    ...(types.length === 0 || types.some(isJsonType)
      ? []
      : [contradicts(`deliveries are application/json; the document has ${types.join(', ')}`, pointer)]),
    ...(isCounted
      ? []
      : [lacks('a delivery is acknowledged with 200; the document does not say so', pointer)]),
    ...(isSigned
      ? []
      : [contradicts('webhook-signature begins with v1=; the document does not let it', signature.pointer)]),
    ...lost.map((name) => lacks(`a delivery has the header ${name}; the document does not show it`, pointer)),
  ]
}

/** The message of a delivered type, from its delivery and by component name. */
const messagesOf = (
  view: DocumentView,
  { name, kind }: MessageFacts,
): readonly (readonly [JsonSchema, string])[] => {
  const { schemas } = view.surface
  const used = containers(view).flatMap(([schema, pointer]) =>
    shapesIn(view, schema)
      .filter(({ properties }) => {
        const tags = listedValues((properties.get('type') ?? []).flatMap((tag) => shapesIn(view, tag)))
        return tags?.size === 1 && tags.has(kind)
      })
      .flatMap(({ properties }) =>
        (properties.get('message') ?? []).concat(inData(view, properties.get('data'))),
      )
      .map((message): [JsonSchema, string] => [message, pointer]),
  )
  const own = schemas[name]
  return own === undefined ? used : [[own, pointerOf(name)], ...used]
}

const inData = (view: DocumentView, data: readonly JsonSchema[] = []): readonly JsonSchema[] =>
  data.flatMap((one) => shapesIn(view, one)).flatMap(({ properties }) => properties.get('message') ?? [])

const message = (view: DocumentView, facts: MessageFacts): Difference[] =>
  messagesOf(view, facts).flatMap(([schema, pointer]) => messageAt(view, facts, schema, pointer))

const messageAt = (
  view: DocumentView,
  { name, record, without }: MessageFacts,
  schema: JsonSchema,
  pointer: string,
): Difference[] => {
  const shapes = shapesIn(view, schema)
  const strange = without.filter((member) => shapes.some(({ properties }) => properties.has(member)))
  return [
    ...recordDifferences(view, record, schema, pointer),
    ...strange.map((member) => contradicts(`${name} has no ${member}; the document shows it`, pointer)),
    ...railEnumerations(view, schema, pointer).flatMap(enumerationDifferences),
  ]
}

/** The differences of a document in deliveries and messages. */
export function messageDifferences(view: DocumentView): readonly Difference[] {
  if (!speaks(view)) return []
  const absent = messageNames.filter((name) => !(name in view.surface.schemas))
  return [
    ...absent.map((name) =>
      lacks(`there is ${name}; the document has no schema of that name`, '#/components/schemas'),
    ),
    ...containers(view).flatMap(([schema, pointer]) => containerAt(view, schema, pointer)),
    ...Object.values(view.surface.webhooks).flatMap((one) => delivery(view, one)),
    ...messageFacts.flatMap((facts) => message(view, facts)),
  ]
}

import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { MediaTypeObject, Operation } from '../../runtime/surface.js'
import type { EventModel, EventsModel } from '../model/event.js'
import { eventKinds } from './event-kinds.js'
import { type Lookup, partsOf } from './parts.js'

/** What events are built from, beside the operations of the webhooks. */
export interface EventSources {
  readonly lookup: Lookup
  /** Name of the validator of a component schema, as a receiver judges it. */
  readonly validatorOf: (schema: string) => string
}

const componentPrefix = '#/components/schemas/'
const usualTags = ['type', 'event', 'event_type', 'eventType', 'kind', 'action']

const nameOf = (schema: JsonSchema | undefined): string | undefined =>
  typeof schema === 'object' && schema.$ref?.startsWith(componentPrefix)
    ? schema.$ref.slice(componentPrefix.length)
    : undefined

const typeOfComponent = (name: string): string => `components["schemas"][${JSON.stringify(name)}]`

const unionsIn = (parts: readonly JsonSchemaObject[]): JsonSchema[] =>
  parts.flatMap(({ oneOf, anyOf }) => [...(oneOf ?? []), ...(anyOf ?? [])])

/** The schemas of a property, of all schemas that a value has to satisfy at once. */
const propertyIn = (parts: readonly JsonSchemaObject[], name: string, lookup: Lookup): JsonSchemaObject[] =>
  parts.flatMap(({ properties }) =>
    properties && Object.hasOwn(properties, name) ? partsOf(properties[name], lookup) : [],
  )

/** The values that a schema allows for the tag; nothing when it leaves them open. */
const tagsIn = (parts: readonly JsonSchemaObject[], tag: string, lookup: Lookup): string[] => {
  const all = propertyIn(parts, tag, lookup).flatMap(({ const: one, enum: some }) =>
    one === undefined ? (some ?? []) : [one],
  )
  return [...new Set(all.filter((value) => typeof value === 'string'))]
}

const isWrapper = (schema: JsonSchema, lookup: Lookup): boolean =>
  partsOf(schema, lookup).some(
    ({ maxProperties, properties }) => maxProperties === 1 && properties === undefined,
  )

/** Type of the message in a body, where it is one component, or several, and perhaps wrapped. */
const messageIn = (parts: readonly JsonSchemaObject[], lookup: Lookup): string | undefined => {
  const data = propertyIn(parts, 'data', lookup)
  const [message] = [...data, ...parts].flatMap(({ properties }): JsonSchema[] =>
    properties && Object.hasOwn(properties, 'message') ? [properties['message'] ?? true] : [],
  )
  if (message === undefined) return undefined
  const union = typeof message === 'object' ? (message.anyOf ?? message.oneOf) : undefined
  const names = (union ?? [message]).filter((branch) => !isWrapper(branch, lookup)).map(nameOf)
  const known = names.filter((name) => name !== undefined)
  return known.length > 0 && known.length === names.length
    ? known.map(typeOfComponent).join(' | ')
    : undefined
}

const isJson = (mediaType: string): boolean => /^[^;]*[/+]json\s*(;|$)/i.test(mediaType)

interface Body {
  readonly name: string
  readonly type: string
  readonly schema: JsonSchema
  readonly validator: string | undefined
}

const bodyOf = ({ path, method, requestBody }: Operation): Body | undefined => {
  const content: [string, MediaTypeObject][] = Object.entries(requestBody?.content ?? {})
  const [mediaType, media] = content.find(([name]) => isJson(name)) ?? []
  if (mediaType === undefined || media?.schema === undefined) return undefined
  const indexes = [path, method].map((key) => `[${JSON.stringify(key)}]`).join('')
  const type = `NonNullable<webhooks${indexes}["requestBody"]>["content"][${JSON.stringify(mediaType)}]`
  return { name: path, type, schema: media.schema, validator: media.validator }
}

/** Builds the events of the webhooks of one document. */
class EventBuilder {
  readonly #sources: EventSources
  readonly #tag: string

  constructor(sources: EventSources, tag: string) {
    this.#sources = sources
    this.#tag = tag
  }

  of(body: Body): EventModel[] {
    const parts = partsOf(body.schema, this.#sources.lookup)
    const own = tagsIn(parts, this.#tag, this.#sources.lookup)
    const branches = unionsIn(parts).flatMap((branch) => this.#branch(branch))
    if (own.length === 0 && branches.length > 0) return branches
    const types = own.map(
      (type) => branches.find((branch) => branch.type === type) ?? this.#tagged(type, parts, body),
    )
    if (types.length > 0) return types
    return this.#specified(parts, body) ?? [this.#event({ ...body, type: body.name, body: body.type }, parts)]
  }

  #event(
    { type, body, validator }: Pick<EventModel, 'type' | 'body'> & { validator?: string | undefined },
    parts: readonly JsonSchemaObject[],
  ): EventModel {
    const message = messageIn(parts, this.#sources.lookup)
    return {
      type,
      body,
      ...(message !== undefined && { message }),
      ...(validator !== undefined && { validator }),
    }
  }

  #tagged(type: string, parts: readonly JsonSchemaObject[], body: Body): EventModel {
    const tagged = `${body.type} & { ${JSON.stringify(this.#tag)}: ${JSON.stringify(type)} }`
    return this.#event({ type, body: tagged, validator: body.validator }, parts)
  }

  /** A branch of a union that is a component with a tag of its own. */
  #branch(branch: JsonSchema): EventModel[] {
    const name = nameOf(branch)
    if (name === undefined) return []
    const { lookup, validatorOf } = this.#sources
    const parts = partsOf(branch, lookup)
    const [type, ...others] = tagsIn(parts, this.#tag, lookup)
    if (type === undefined || others.length > 0) return []
    return [this.#event({ type, body: typeOfComponent(name), validator: validatorOf(name) }, parts)]
  }

  #specified(parts: readonly JsonSchemaObject[], body: Body): EventModel[] | undefined {
    const { lookup } = this.#sources
    const isPresent = (name: string): boolean => lookup(componentPrefix + name) !== undefined
    if (!isPresent('WebhookContainer') || !isPresent('WebhookEventMessage')) return undefined
    return Object.entries(eventKinds).map(([type, message]) => {
      const { message: _open, ...event } = this.#tagged(type, parts, body)
      return isPresent(message) ? { ...event, message: typeOfComponent(message) } : event
    })
  }
}

/** The member that tells events apart: what a discriminator names, or one of the usual names that has values. */
const tagOf = (bodies: readonly Body[], lookup: Lookup): string => {
  const all = bodies.flatMap(({ schema }) => partsOf(schema, lookup))
  const branches = unionsIn(all).flatMap((branch) => partsOf(branch, lookup))
  const named = all.flatMap(({ discriminator }) =>
    typeof discriminator === 'object' && discriminator !== null && 'propertyName' in discriminator
      ? [discriminator.propertyName]
      : [],
  )
  const candidates = [...named.filter((name) => typeof name === 'string'), ...usualTags]
  return candidates.find((tag) => tagsIn([...all, ...branches], tag, lookup).length > 0) ?? 'type'
}

/** The events that the webhooks of a document deliver, each type once; the first that has a type keeps it. */
export function eventsOf(webhooks: Readonly<Record<string, Operation>>, sources: EventSources): EventsModel {
  const bodies = Object.values(webhooks)
    .map(bodyOf)
    .filter((body) => body !== undefined)
  const tag = tagOf(bodies, sources.lookup)
  const builder = new EventBuilder(sources, tag)
  const events = new Map<string, EventModel>()
  for (const event of bodies.flatMap((body) => builder.of(body)))
    if (!events.has(event.type)) events.set(event.type, event)
  return { tag, events: [...events.values()] }
}

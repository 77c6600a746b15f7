import { componentName, discriminatorIn, isJsonType, partsOf, pointerOf } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject, MediaTypeObject, Operation } from '../../runtime/surface.js'
import type { ContainedEvents, EventModel, EventsModel } from '../model/document.js'
import { listedValues, type Lookup, propertyIn } from './subschemas.js'

/** The input for events besides the operations of the webhooks. */
interface EventSources {
  readonly lookup: Lookup
  /** Name of the validator of a component schema in the direction of a receiver. */
  readonly validatorOf: (schema: string) => string
  /** The events that the caller knows, for a container whose document does not restrict the type. */
  readonly contained: ContainedEvents | undefined
}

const usualTags = ['type', 'event', 'event_type', 'eventType', 'kind', 'action']

const nameOf = (schema: JsonSchema): string | undefined =>
  typeof schema === 'object' ? componentName(schema.$ref) : undefined

const isDescribed = (name: string, lookup: Lookup): boolean =>
  lookup(pointerOf('components', 'schemas', name)) !== undefined

const typeOfComponent = (name: string): string => `components["schemas"][${JSON.stringify(name)}]`

const unionsIn = (parts: readonly JsonSchemaObject[]): JsonSchema[] =>
  parts.flatMap(({ oneOf, anyOf }) => [...(oneOf ?? []), ...(anyOf ?? [])])

/** The values that a schema allows for the tag; empty if it does not restrict them. */
const tagsIn = (parts: readonly JsonSchemaObject[], tag: string, lookup: Lookup): string[] => {
  const all = listedValues(parts, tag, lookup).flat()
  return [...new Set(all.filter((value) => typeof value === 'string'))]
}

const isWrapper = (schema: JsonSchema, lookup: Lookup): boolean =>
  partsOf(schema, lookup).some(
    ({ maxProperties, properties }) => maxProperties === 1 && properties === undefined,
  )

/** Type of the message in a body, if it consists of components, possibly wrapped. */
const messageIn = (parts: readonly JsonSchemaObject[], lookup: Lookup): string | undefined => {
  const data = propertyIn(parts, 'data', lookup)
  const [message] = [...data, ...parts].flatMap(({ properties }): JsonSchema[] =>
    properties && Object.hasOwn(properties, 'message') ? [properties['message'] ?? true] : [],
  )
  if (message === undefined) return undefined
  const union = typeof message === 'object' ? (message.anyOf ?? message.oneOf) : undefined
  const names = (union ?? [message]).filter((branch) => !isWrapper(branch, lookup)).map(nameOf)
  const known = names.filter((name) => name !== undefined)
  const isKnown = known.length > 0 && known.length === names.length
  return isKnown ? known.map(typeOfComponent).join(' | ') : undefined
}

interface Body {
  readonly name: string
  readonly type: string
  readonly schema: JsonSchema
  readonly validator: string | undefined
}

const bodyOf = ({ path, method, requestBody }: Operation): Body | undefined => {
  const content: [string, MediaTypeObject][] = Object.entries(requestBody?.content ?? {})
  const [mediaType, media] = content.find(([name]) => isJsonType(name)) ?? []
  if (mediaType === undefined || media?.schema === undefined) return undefined
  const indexes = [path, method].map((key) => `[${JSON.stringify(key)}]`).join('')
  const type = `NonNullable<webhooks${indexes}["requestBody"]>["content"][${JSON.stringify(mediaType)}]`
  return { name: path, type, schema: media.schema, validator: media.validator }
}

/** Builds the events of a document's webhooks, distinguished by one member of their bodies. */
class EventBuilder {
  readonly #sources: EventSources
  readonly #tag: string

  constructor(sources: EventSources, tag: string) {
    this.#sources = sources
    this.#tag = tag
  }

  of(body: Body): EventModel[] {
    const parts = partsOf(body.schema, this.#sources.lookup)
    const branches = unionsIn(parts).flatMap((branch) => this.#branch(branch))
    const own = tagsIn(parts, this.#tag, this.#sources.lookup)
    const types = own.map(
      (type) => branches.find((one) => one.type === type) ?? this.#tagged(type, parts, body),
    )
    if (types.length > 0) return types
    return branches.length > 0 ? branches : [this.untagged(body)]
  }

  /** The event of a body without a tag, named after its webhook. */
  untagged({ name, type, schema, validator }: Body): EventModel {
    return this.#event({ type: name, isTagged: false, body: type, validator }, schema)
  }

  /** The events in a container, as the caller names them. */
  contained(body: Body, { messages }: ContainedEvents): EventModel[] {
    const parts = partsOf(body.schema, this.#sources.lookup)
    const { lookup } = this.#sources
    return Object.entries(messages).map(([type, name]) => {
      const message = isDescribed(name, lookup) ? typeOfComponent(name) : 'unknown'
      return Object.assign(this.#tagged(type, parts, body), { message })
    })
  }

  #event(event: Omit<EventModel, 'message'>, schema: JsonSchema): EventModel {
    const { lookup } = this.#sources
    return { ...event, message: messageIn(partsOf(schema, lookup), lookup) }
  }

  #tagged(type: string, parts: readonly JsonSchemaObject[], body: Body): EventModel {
    const tagged = `${body.type} & { ${JSON.stringify(this.#tag)}: ${JSON.stringify(type)} }`
    return this.#event({ type, isTagged: true, body: tagged, validator: body.validator }, { allOf: parts })
  }

  /** The event of a union branch that is a component with a single tag value. */
  #branch(branch: JsonSchema): EventModel[] {
    const name = nameOf(branch)
    if (name === undefined) return []
    const { lookup, validatorOf } = this.#sources
    const [type, ...others] = tagsIn(partsOf(branch, lookup), this.#tag, lookup)
    if (type === undefined || others.length > 0) return []
    const validator = validatorOf(name)
    return [this.#event({ type, isTagged: true, body: typeOfComponent(name), validator }, branch)]
  }
}

/** Members that may distinguish events: those named by a discriminator, and common names. */
const candidatesIn = (bodies: readonly Body[], lookup: Lookup): string[] => {
  const all = bodies.flatMap(({ schema }) => partsOf(schema, lookup))
  const branches = unionsIn(all).flatMap((branch) => partsOf(branch, lookup))
  const named = all.flatMap((schema) => discriminatorIn(schema)?.property ?? [])
  return [...named, ...usualTags].filter((tag) => tagsIn([...all, ...branches], tag, lookup).length > 0)
}

/** The events without duplicates; undefined if two bodies share a type, which then does not distinguish them. */
const distinct = (events: readonly EventModel[]): EventModel[] | undefined => {
  const byType = new Map<string, EventModel>()
  for (const event of events) {
    if ((byType.get(event.type)?.body ?? event.body) !== event.body) return undefined
    byType.set(event.type, event)
  }
  return [...byType.values()]
}

/** The events that the webhooks of a document deliver. */
export function eventsOf(webhooks: Readonly<Record<string, Operation>>, sources: EventSources): EventsModel {
  const { lookup, contained } = sources
  const bodies = Object.values(webhooks).flatMap((webhook) => bodyOf(webhook) ?? [])
  for (const tag of candidatesIn(bodies, lookup)) {
    const builder = new EventBuilder(sources, tag)
    const events = distinct(bodies.flatMap((body) => builder.of(body)))
    if (events) return { tag, events }
  }
  const builder = new EventBuilder(sources, 'type')
  const container = contained && bodies.find(({ schema }) => nameOf(schema) === contained.container)
  if (container && Object.values(contained.messages).some((name) => isDescribed(name, lookup))) {
    return { tag: 'type', events: builder.contained(container, contained) }
  }
  const untagged = new Map(bodies.map((body) => [body.name, builder.untagged(body)]))
  return { tag: 'type', events: [...untagged.values()] }
}

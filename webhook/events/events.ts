import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import {
  cached,
  componentName,
  componentSchema,
  isObject,
  type JsonObject,
  memberAt,
  objectOf,
  once,
  type Schemas,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject, Surface } from '../../runtime/surface.js'
import { type Problem, problemsOf } from '../../runtime/problems.js'
import type { Validator } from '../../runtime/fail.js'
import type { WebhookDocument } from './documents.js'
import { smallestValue } from '../../document/values/index.js'

/** The schema of a reference; if there is none, the one that allows everything. */
const named = (ref: string, schemas: Schemas): JsonSchema => componentSchema(ref, schemas) ?? true

const mappingOf = (schema: JsonSchemaObject): JsonObject =>
  objectOf(objectOf(schema['discriminator'])['mapping'])

// The union may be anywhere in the schema.
const branchOf = (schema: JsonSchema, tag: string, schemas: Schemas): JsonSchema | undefined => {
  if (typeof schema === 'boolean') return undefined
  if (schema.$ref !== undefined) return branchOf(named(schema.$ref, schemas), tag, schemas)
  const ref = mappingOf(schema)[tag]
  if (typeof ref === 'string') return named(ref, schemas)
  return (schema.allOf ?? []).map((part) => branchOf(part, tag, schemas)).find((one) => one !== undefined)
}

/** The body schema of a delivered type: its branch of the union. */
const containerSchema = ({ surface }: WebhookDocument, type: string): JsonSchema => {
  const operation = Object.values(surface.webhooks).find(({ path }) => path === type)
  const [media] = Object.values(operation?.requestBody?.content ?? {})
  const schema = media?.schema ?? true
  return branchOf(schema, type, surface.schemas) ?? schema
}

const member = (schema: JsonSchema | undefined, name: string): JsonSchema | undefined =>
  typeof schema === 'object' ? schema.properties?.[name] : undefined

/** The message type of a delivered type (Message types); undefined when it has none. */
export function messageTypeOf(document: WebhookDocument, type: string): string | undefined {
  const message = member(member(containerSchema(document, type), 'data'), 'message')
  if (typeof message !== 'object') return undefined
  const [first] = message.anyOf ?? message.oneOf ?? [message]
  return typeof first === 'object' ? componentName(first.$ref) : undefined
}

const violationsOf = (validate: Validator, value: unknown): readonly Problem[] =>
  validate(value) ? [] : problemsOf(validate.errors, value)

const isWrapped = (message: unknown): boolean => {
  const values = isObject(message) ? Object.values(message) : []
  return values.length === 1 && isObject(values[0])
}

/** Validates the message as its own type, because the errors of its union with the wrapped form are less specific. */
const messageProblems = async (
  document: WebhookDocument,
  type: string,
  message: unknown,
): Promise<readonly Problem[]> => {
  const name = messageTypeOf(document, type)
  const { surface } = document
  const validator = name === undefined ? undefined : surface.schemaValidators[name]?.response
  if (validator === undefined || isWrapped(message)) return []
  const problems = violationsOf(await surface.validator(validator), message)
  return problems.map(({ pointer, path, rule, message: says }) => {
    return { pointer: `/data/message${pointer}`, path: ['data', 'message', ...path], rule, message: says }
  })
}

/** The problems of an event by the document of the version; none when it is valid. */
export async function problemsWith(
  document: WebhookDocument,
  type: string,
  event: unknown,
): Promise<readonly Problem[]> {
  const { validators } = document
  const load = Object.hasOwn(validators, type) ? validators[type] : undefined
  const validate = await load?.()
  if (validate === undefined) return []
  const problems = violationsOf(validate, event)
  const message = memberAt(event, 'data', 'message')
  if (problems.length === 0 || message === undefined) return problems
  const inner = await messageProblems(document, type, message)
  const outer = problems.filter(({ pointer }) => !/^\/data\/message(\/|$)/.test(pointer))
  return inner.length === 0 ? problems : [...outer, ...inner]
}

/** An event before serialization: the WebhookContainer of its type (Events, delivery 1). */
export interface WebhookEvent extends JsonObject {
  readonly type: string
  readonly timestamp: string
  readonly data: JsonObject
}

export interface EventChoice {
  /** The time of the event; now by default. */
  readonly at?: Date | undefined
  /** The customer; a new one by default. */
  readonly customerId?: string | undefined
  /** The source of ids; random UUIDs by default, so that events are never duplicates. */
  readonly newId?: () => string
}

const filled = (value: unknown, values: Readonly<Record<string, string>>): unknown => {
  if (typeof value === 'string') return values[value] ?? value
  if (Array.isArray(value)) return value.map((item) => filled(item, values))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, filled(item, values)]))
}

const leastEvents = once((_surface: Surface) => new Map<string, JsonObject>())

/** The minimal event by the document, for members that no fixture has. Made once, because a drill sends thousands. */
const leastOf = (document: WebhookDocument, type: string): JsonObject =>
  cached(leastEvents(document.surface), type, () => {
    const { schemas } = document.surface
    const source = { schemas, pointer: '#/webhooks', direction: 'response' } as const
    return objectOf(smallestValue(containerSchema(document, type), source))
  })

/** A valid event of a delivered type, with its message from the fixtures, or else generated from the document. */
export function eventOf(document: WebhookDocument, type: string, choice: EventChoice = {}): WebhookEvent {
  const { at = new Date(), newId = randomUUID, customerId: customer = newId() } = choice
  const least = leastOf(document, type)
  const data = objectOf(least['data'])
  const messages = objectOf(createRequire(import.meta.url)('#fixtures/webhooks/messages.json'))
  const message = Object.hasOwn(messages, type)
    ? filled(messages[type], { '{id}': newId(), '{customer}': customer })
    : data['message']
  const known = { type, timestamp: at.toISOString(), data: { customer_id: customer, message } }
  return { ...least, ...known, data: { ...known.data, ...data, ...known.data } }
}

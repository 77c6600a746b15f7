import {
  componentName,
  componentSchema,
  type JsonObject,
  objectOf,
  type Schemas,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { WebhookDocument } from './documents.js'

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
export function containerSchema({ surface }: WebhookDocument, type: string): JsonSchema {
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

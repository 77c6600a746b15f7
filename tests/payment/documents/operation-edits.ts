import { type JsonObject, objectAt } from './editing.js'

/** The schema of a text. */
export const text = { type: 'string' }
/** An answer with a body of one schema. */
export const json = (schema: JsonObject): JsonObject => ({
  description: 'It.',
  content: { 'application/json': { schema } },
})

/** An operation that the specification describes. */
export const operationAt = (document: JsonObject, method: string, template: string): JsonObject =>
  objectAt(document, 'paths', template.replaceAll('{}', '{id}'), method)

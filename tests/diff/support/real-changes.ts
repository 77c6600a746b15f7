import { isObject, type JsonObject } from '../../../document/index.js'
import { rewrite, type Context } from './rewriting/walk.js'

type Change = (value: JsonObject, context: Context) => JsonObject | undefined

const isSchema = ({ kind, path }: Context): boolean => kind === 'schema' && path[0] === 'components'

/** Changes of one location, each the first that fits. */
const changes: readonly Change[] = [
  // Another value.
  (value, context) =>
    isSchema(context) && Array.isArray(value['enum']) && value['enum'].length > 1
      ? { ...value, enum: [...(value['enum'] as unknown[]), 'a value that nobody knew'] }
      : undefined,
  // A shorter text.
  (value, context) =>
    isSchema(context) && value['type'] === 'string' && Object.keys(value).length < 5 && !value['enum']
      ? { ...value, maxLength: 2 }
      : undefined,
  // Another property.
  (value, context) =>
    isSchema(context) && isObject(value['properties'])
      ? { ...value, properties: { ...value['properties'], nobodyKnewThis: { type: 'string' } } }
      : undefined,
  // A property less.
  (value, context) =>
    isSchema(context) && Object.keys(Object(value['properties'])).length > 1
      ? { ...value, properties: Object.fromEntries(Object.entries(Object(value['properties'])).slice(1)) }
      : undefined,
  // A status less.
  (value, { kind }) =>
    kind === 'operation' && Object.keys(Object(value['responses'])).length > 1
      ? { ...value, responses: Object.fromEntries(Object.entries(Object(value['responses'])).slice(0, -1)) }
      : undefined,
  // Another parameter.
  (value, { kind, path }) =>
    kind === 'operation' && path[0] === 'paths'
      ? {
          ...value,
          parameters: [
            ...(Array.isArray(value['parameters']) ? (value['parameters'] as unknown[]) : []),
            { name: 'nobody-knew-this', in: 'query', required: true, schema: { type: 'string' } },
          ],
        }
      : undefined,
]

/** A document with one real change, for each of them; only those that the document has a location for. */
export function realChangesOf(root: unknown): unknown[] {
  return changes.flatMap((change) => {
    let isDone = false
    const document = rewrite(root, (value, context) => {
      const changed = isDone ? undefined : change(value, context)
      isDone ||= changed !== undefined
      return changed ?? value
    })
    return isDone ? [document] : []
  })
}

import type { Answer } from '../pipeline/answer.js'
import { isObject } from '../../runtime/json.js'
import type { JsonObject } from './fault.js'

/** Whether a value is a JSON object, which can be changed in place. */
export function isEditable(value: unknown): value is JsonObject {
  return isObject(value)
}

/** A response with its JSON body changed; one without a text body is returned unchanged. */
export function editBody(answer: Answer, edit: (body: unknown) => unknown): Answer {
  return typeof answer.body === 'string'
    ? { ...answer, body: JSON.stringify(edit(JSON.parse(answer.body))) }
    : answer
}

/** A response whose JSON object is changed by `edit`, in place. Other bodies are not changed. */
export function editObject(answer: Answer, edit: (body: JsonObject) => void): Answer {
  return editBody(answer, (body) => {
    if (isEditable(body)) edit(body)
    return body
  })
}

/** A response whose JSON list has every object changed by `edit`, in place. */
export function editItems(answer: Answer, edit: (item: JsonObject) => void): Answer {
  return editBody(answer, (body) => {
    if (Array.isArray(body)) for (const item of body) if (isEditable(item)) edit(item)
    return body
  })
}

/** A response without one of its headers. */
export function withoutHeader(answer: Answer, name: string): Answer {
  return {
    ...answer,
    headers: Object.fromEntries(Object.entries(answer.headers).filter(([key]) => key !== name)),
  }
}

/** A response with one header set. */
export function withHeader(answer: Answer, name: string, value: string): Answer {
  return {
    ...answer,
    headers: { ...answer.headers, [name]: value },
  }
}

/** The object at a path of a parsed document. Throws when there is none. */
export function objectAt(root: JsonObject, ...keys: readonly string[]): JsonObject {
  return keys.reduce((holder, key) => {
    const next = holder[key]
    if (!isEditable(next)) throw new TypeError(`the document has no object at '${keys.join('/')}'`)
    return next
  }, root)
}

/** A component schema of a parsed document. Throws when the document has none of that name. */
export function schemaOf(document: JsonObject, name: string): JsonObject {
  return objectAt(document, 'components', 'schemas', name)
}

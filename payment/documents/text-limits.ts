import type { JsonSchemaObject } from '../../runtime/json-schema.js'

type Keywords = Pick<JsonSchemaObject, 'minLength' | 'maxLength' | 'pattern'>

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** True where the limits of a document allow a text. */
export function keepsText({ minLength = 0, maxLength = Infinity, pattern }: Keywords, text: string): boolean {
  return (
    text.length >= minLength && text.length <= maxLength && (pattern === undefined || matches(pattern, text))
  )
}

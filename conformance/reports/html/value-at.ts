import { type Exchange, jsonBody } from '../../exchange/exchange.js'
import { keysOf } from '../../../document/index.js'

const longest = 500

const step = (value: unknown, token: string): unknown => {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value
    return items[Number(token)]
  }
  const isOwn = typeof value === 'object' && value !== null && Object.hasOwn(value, token)
  return isOwn ? Object.entries(value).find(([name]) => name === token)?.[1] : undefined
}

/**
 * The value in the body of an answer at a JSON Pointer, as JSON. Undefined for a pointer into the document, and
 * where the body has nothing there.
 */
export function valueAt({ response }: Exchange, pointer: string | undefined): string | undefined {
  if (pointer === undefined || !pointer.startsWith('/')) return undefined
  const value = keysOf(pointer).reduce(step, jsonBody(response))
  const text = value === undefined ? undefined : JSON.stringify(value)
  return text !== undefined && text.length > longest ? `${text.slice(0, longest)}…` : text
}

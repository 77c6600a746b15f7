import { entriesOf, type JsonObject, member, textOf } from '../../document/index.js'
import { scalar } from '../../runtime/client/serialize.js'
import { isBinary, propertySchema, subschema } from './document-schema.js'
import { concreteMediaType } from './media-types.js'
import { wellFormed } from './well-formed.js'

/** A serialized body with its media type, which may contain a boundary. */
export interface WrittenBody {
  readonly text: string
  readonly contentType: string
}

const quoted = (text: string): string =>
  text.replaceAll(/["\r\n]/g, (character) => encodeURIComponent(character))

const isComposite = (value: unknown): boolean => typeof value === 'object' && value !== null

/** The first media type of an Encoding Object, which may have several and ranges. */
const typeIn = (encoding: unknown): string | undefined => {
  const first = textOf(member(encoding, 'contentType'))?.split(',')[0]?.trim()
  return first === undefined || first === '' ? undefined : concreteMediaType(first)
}

const partOf = (name: string, value: unknown, schema: JsonObject | undefined, encoding: unknown): string => {
  const isFile = isBinary(schema) && !isComposite(value)
  const usual = isComposite(value) ? 'application/json' : isFile ? 'application/octet-stream' : undefined
  const type = typeIn(encoding) ?? textOf(member(schema, 'contentMediaType')) ?? usual
  const file = isFile
    ? `; filename="${quoted(name)}.${type?.startsWith('text/') === true ? 'txt' : 'bin'}"`
    : ''
  const lines = [
    `Content-Disposition: form-data; name="${quoted(name)}"${file}`,
    ...(type === undefined ? [] : [`Content-Type: ${type}`]),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${isComposite(value) ? JSON.stringify(value) : scalar(value)}\r\n`
}

/** A boundary that does not occur in the parts; deterministic. */
const boundaryFor = (parts: readonly string[]): string => {
  let number = 0
  while (parts.some((part) => part.includes(`rampart-boundary-${number}`))) number++
  return `rampart-boundary-${number}`
}

/**
 * Serializes a multipart body: a part for each member and each list item. Binary schemas become files.
 * @param root the document
 * @param encoding the `encoding` of the media type, by member
 */
export function writeMultipart(
  value: unknown,
  mediaType: string,
  schema: JsonObject | undefined,
  root: unknown,
  encoding: JsonObject,
): WrittenBody {
  const parts = entriesOf(wellFormed(value)).flatMap(([name, item]) => {
    const own = propertySchema(root, schema, name)?.node
    const items = Array.isArray(item) ? item : [item]
    const ofItem = Array.isArray(item) ? subschema(root, own, 'items')?.node : own
    return items.map((one) => partOf(name, one, ofItem, member(encoding, name)))
  })
  const boundary = boundaryFor(parts)
  const text = `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`
  return { text, contentType: `${mediaType.replace(/;.*/s, '').trim()}; boundary=${boundary}` }
}

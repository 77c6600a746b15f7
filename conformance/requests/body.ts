import {
  followed,
  formStyleOf,
  isObject,
  type JsonObject,
  member,
  resolvePointer,
  entriesOf,
  listOf,
  textOf,
} from '../../document/index.js'
import { smallestImage } from '../../document/values/index.js'
import type { Api, CallBody } from '../model/case.js'
import type { Encoding, MediaTypeObject, Operation } from '../../runtime/surface.js'
import { mediaTypeOf } from '../exchange/reading.js'
import { recordSeparator, streamKind } from '../exchange/streams.js'
import { escapeHtml } from '../../reporting/index.js'
import { bodyKind, concreteMediaType } from './media-types.js'
import { exactJson, isWellFormed, wellFormed, wellFormedText } from './parameters.js'
import { given, scalar, queryStyled } from '../../runtime/client/serialize.js'
import { isComposite } from './writable.js'

const deepest = 12

/** The schema of a media type as in the document, with its name if it is a component. */
interface SpelledSchema {
  readonly node: JsonObject
  readonly name?: string
}

const spelled = (root: unknown, value: unknown): SpelledSchema | undefined => {
  const ref = member(value, '$ref')
  const node = followed(root, value)
  if (!isObject(node)) return undefined
  return typeof ref === 'string' ? { node, name: ref.slice(ref.lastIndexOf('/') + 1) } : { node }
}

/** The schema of a property, also from the branches of a schema. */
const propertySchema = (
  root: unknown,
  schema: JsonObject | undefined,
  name: string,
  depth = 0,
): SpelledSchema | undefined => {
  const own = member(member(schema, 'properties'), name)
  if (own !== undefined) return spelled(root, own)
  if (depth > deepest) return undefined
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    for (const branch of listOf(member(schema, keyword))) {
      const found = propertySchema(root, spelled(root, branch)?.node, name, depth + 1)
      if (found) return found
    }
  }
  return undefined
}

/** Whether a schema describes binary data. */
const isBinary = ({ format, contentMediaType, type }: JsonObject = {}): boolean =>
  format === 'binary' || typeof contentMediaType === 'string' || type === 'file'

interface WrittenBody {
  readonly text: string
  readonly contentType: string
}

const quoted = (text: string): string =>
  text.replaceAll(/["\r\n]/g, (character) => encodeURIComponent(character))

/** The encoding of the members of a form, by name. */
type Encodings = Readonly<Record<string, Encoding>>

const encodingIn = (encodings: Encodings, name: string): Encoding =>
  Object.hasOwn(encodings, name) ? (encodings[name] ?? {}) : {}

/** The first media type of an Encoding Object, which may have several and ranges. */
const typeIn = ({ contentType }: Encoding): string | undefined => {
  const first = contentType?.split(',')[0]?.trim()
  return first === undefined || first === '' ? undefined : concreteMediaType(first)
}

const partOf = (name: string, value: unknown, schema: JsonObject | undefined, encoding: Encoding): string => {
  const isFile = isBinary(schema) && !isComposite(value)
  const ofFile = value === smallestImage ? 'image/gif' : 'application/octet-stream'
  const usual = isComposite(value) ? 'application/json' : isFile ? ofFile : undefined
  const type = typeIn(encoding) ?? textOf(member(schema, 'contentMediaType')) ?? usual
  const extension = type === 'image/gif' ? 'gif' : type?.startsWith('text/') === true ? 'txt' : 'bin'
  const file = isFile ? `; filename="${quoted(name)}.${extension}"` : ''
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

/** Serializes a multipart body: a part for each member and item. */
const writeMultipart = (
  value: unknown,
  mediaType: string,
  schema: JsonObject | undefined,
  root: unknown,
  encodings: Encodings,
): WrittenBody => {
  const parts = entriesOf(wellFormed(value)).flatMap(([name, item]) => {
    const own = propertySchema(root, schema, name)?.node
    const items = Array.isArray(item) ? item : [item]
    const ofItem = Array.isArray(item) ? spelled(root, member(own, 'items'))?.node : own
    return items.map((one) => partOf(name, one, ofItem, encodingIn(encodings, name)))
  })
  const boundary = boundaryFor(parts)
  const text = `${parts.map((part) => `--${boundary}\r\n${part}`).join('')}--${boundary}--\r\n`
  return { text, contentType: `${mediaType.replace(/;.*/s, '').trim()}; boundary=${boundary}` }
}

const escaped = (text: string): string => escapeHtml(text).replaceAll('\r', '&#13;')

const word = (schema: SpelledSchema | undefined, keyword: string): string | undefined =>
  textOf(member(member(schema?.node, 'xml'), keyword))

const isMarked = (schema: SpelledSchema | undefined, keyword: string): boolean =>
  member(member(schema?.node, 'xml'), keyword) === true

const nameOf = (schema: SpelledSchema | undefined, usual: string): string => {
  const name = word(schema, 'name') ?? usual
  const prefix = word(schema, 'prefix')
  return prefix === undefined ? name : `${prefix}:${name}`
}

const namespaceOf = (schema: SpelledSchema | undefined): string => {
  const namespace = word(schema, 'namespace')
  const prefix = word(schema, 'prefix')
  if (namespace === undefined) return ''
  return ` xmlns${prefix === undefined ? '' : `:${prefix}`}="${escaped(namespace)}"`
}

/** Serializes values as XML elements, by the `xml` objects of their schemas. */
class Writer {
  readonly #root: unknown

  constructor(root: unknown) {
    this.#root = root
  }

  element(usual: string, value: unknown, schema: SpelledSchema | undefined): string {
    if (Array.isArray(value)) return this.#list(usual, value, schema)
    const name = nameOf(schema, usual)
    const attributes = this.#members(value, schema?.node, true).map(
      ([key, item, own]) => ` ${nameOf(own, key)}="${escaped(scalar(item))}"`,
    )
    return `<${name}${namespaceOf(schema)}${attributes.join('')}>${this.#content(value, schema?.node)}</${name}>`
  }

  #list(usual: string, items: readonly unknown[], schema: SpelledSchema | undefined): string {
    const ofItem = spelled(this.#root, member(schema?.node, 'items'))
    const outer = nameOf(schema, usual)
    const isWrapped = isMarked(schema, 'wrapped')
    // Items without a name of their own have that of the list only where the list is an element.
    const inner = items.map((item) => this.element(isWrapped ? outer : usual, item, ofItem)).join('')
    return isWrapped ? `<${outer}${namespaceOf(schema)}>${inner}</${outer}>` : inner
  }

  #members(value: unknown, schema: JsonObject | undefined, areAttributes: boolean) {
    return entriesOf(value)
      .map(([key, item]) => [key, item, propertySchema(this.#root, schema, key)] as const)
      .filter(([, , own]) => isMarked(own, 'attribute') === areAttributes)
  }

  #content(value: unknown, schema: JsonObject | undefined): string {
    if (value === null || value === undefined) return ''
    if (!isObject(value)) return escaped(scalar(value))
    return this.#members(value, schema, false)
      .map(([key, item, own]) => this.element(key, item, own))
      .join('')
  }
}

/** A value as XML; elements are named after members or the `xml` objects of their schemas. */
const writeXml = (value: unknown, schema: SpelledSchema | undefined, root: unknown): string => {
  const usual = schema?.name ?? textOf(member(schema?.node, 'title'))?.replaceAll(/[^\w.-]+/g, '') ?? ''
  const name = /^[A-Za-z_]/.test(usual) ? usual : 'root'
  const written = new Writer(root)
  // An unwrapped list has no element of its own, but an XML document needs one root.
  const body =
    Array.isArray(value) && !isMarked(schema, 'wrapped')
      ? `<${name}>${written.element('item', wellFormed(value), { node: schema?.node ?? {} })}</${name}>`
      : written.element(name, wellFormed(value), schema)
  return `<?xml version="1.0" encoding="UTF-8"?>${body}`
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const elementName = /^[A-Za-z_][\w.-]*$/

/** Whether XML can represent a value; it has no form for lists in lists, most control characters and names with spaces. */
const canWriteXml = (value: unknown): boolean => {
  if (typeof value === 'string') return !forbidden.test(value)
  if (Array.isArray(value))
    return value.length > 0 && value.every((one) => !Array.isArray(one) && canWriteXml(one))
  return (
    value !== null && entriesOf(value).every(([name, item]) => elementName.test(name) && canWriteXml(item))
  )
}

const pairsOf = (name: string, value: unknown, style: string | undefined): string[] => {
  if (style !== undefined) return queryStyled(name, value, style)
  // By default lists repeat their name, and objects are JSON.
  const items = Array.isArray(value) ? value : [value]
  const text = (item: unknown): string => (isComposite(item) ? JSON.stringify(item) : scalar(item))
  return items.map((item) => `${encodeURIComponent(name)}=${encodeURIComponent(text(item))}`)
}

/** An `application/x-www-form-urlencoded` body. */
const writeForm = (value: unknown, encodings: Encodings): string => {
  const members = given(Object.fromEntries(entriesOf(wellFormed(value))))
  return members
    .flatMap(([name, item]) => pairsOf(name, item, formStyleOf(encodingIn(encodings, name))))
    .join('&')
}

const textOfValue = (value: unknown): string =>
  typeof value === 'string' ? wellFormedText(value) : (JSON.stringify(value) ?? '')

const writeLines = (items: readonly unknown[], contentType: string): string => {
  const start = streamKind(contentType) === 'records' ? recordSeparator : ''
  return items.map((item) => `${start}${exactJson(item)}\n`).join('')
}

const declaredOf = ({ requestBody }: Operation, mediaType: string): MediaTypeObject | undefined => {
  const content = requestBody?.content ?? {}
  const named = Object.hasOwn(content, mediaType) ? content[mediaType] : undefined
  const alike = Object.entries(content).find(([type]) => mediaTypeOf(type) === mediaTypeOf(mediaType))
  return named ?? alike?.[1]
}

const writeValue = ({ value, mediaType }: CallBody, operation: Operation, { document }: Api): WrittenBody => {
  const contentType = concreteMediaType(mediaType)
  const { pointer, encoding = {} } = declaredOf(operation, mediaType) ?? {}
  const media = pointer === undefined ? undefined : resolvePointer(document, pointer)
  const schema = spelled(document, member(media, 'schema'))
  switch (bodyKind(contentType)) {
    case 'form':
      return { text: writeForm(value, encoding), contentType }
    case 'multipart':
      return writeMultipart(value, contentType, schema?.node, document, encoding)
    case 'xml':
      return { text: writeXml(value, schema, document), contentType }
    case 'lines':
      return { text: writeLines([value].flat(), contentType), contentType }
    case 'json':
      return { text: exactJson(value) ?? '', contentType }
    case 'text':
      return { text: textOfValue(value), contentType }
  }
}

/** The body to send; `contentType` is undefined where the call wants no such header. */
export function writeBody(
  body: CallBody,
  operation: Operation,
  api: Api,
): { readonly text: string; readonly contentType: string | undefined } {
  const written = writeValue(body, operation, api)
  const contentType = body.contentType === undefined ? written.contentType : body.contentType
  return { text: body.raw ?? written.text, contentType: contentType ?? undefined }
}

/** Whether a media type can represent a value; JSON can represent any, forms and XML cannot. */
export function canWriteBody(mediaType: string, value: unknown): boolean {
  if (value === undefined) return false
  switch (bodyKind(concreteMediaType(mediaType))) {
    case 'json':
    case 'lines':
      return true
    case 'form':
    case 'multipart':
      return isObject(value) && isWellFormed(value) && Object.values(value).every(isWritableMember)
    case 'xml':
      return isWellFormed(value) && canWriteXml(value)
    case 'text':
      return typeof value === 'string' ? isWellFormed(value) : typeof value !== 'object'
  }
}

/** A form cannot represent null or an empty list. */
const isWritableMember = (item: unknown): boolean =>
  item !== null && (!Array.isArray(item) || (item.length > 0 && item.every((one) => one !== null)))

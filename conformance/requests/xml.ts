import { entriesOf, isObject, type JsonObject, member, textOf } from '../../document/index.js'
import { scalar } from '../../runtime/client/serialize.js'
import { propertySchema, type SpelledSchema, subschema } from './document-schema.js'
import { wellFormed } from './well-formed.js'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}

const escaped = (text: string): string =>
  text.replaceAll(/[&<>"\r]/g, (character) => entities[character] ?? '')

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

/** Writes values as elements, by the `xml` of their schemas. */
class Writer {
  readonly #root: unknown

  constructor(root: unknown) {
    this.#root = root
  }

  element(usual: string, value: unknown, schema: SpelledSchema | undefined): string {
    if (Array.isArray(value)) return this.#list(usual, value, schema)
    const name = nameOf(schema, usual)
    const attributes = isObject(value) ? this.#attributes(value, schema?.node) : ''
    return `<${name}${namespaceOf(schema)}${attributes}>${this.#content(value, schema?.node)}</${name}>`
  }

  #list(usual: string, items: readonly unknown[], schema: SpelledSchema | undefined): string {
    const ofItem = subschema(this.#root, schema?.node, 'items')
    const outer = nameOf(schema, usual)
    const isWrapped = isMarked(schema, 'wrapped')
    const inner = items.map((item) => this.element(isWrapped ? usual : outer, item, ofItem)).join('')
    return isWrapped ? `<${outer}${namespaceOf(schema)}>${inner}</${outer}>` : inner
  }

  #attributes(value: JsonObject, schema: JsonObject | undefined): string {
    return entriesOf(value)
      .map(([key, item]) => [key, item, propertySchema(this.#root, schema, key)] as const)
      .filter(([, , own]) => isMarked(own, 'attribute'))
      .map(([key, item, own]) => ` ${nameOf(own, key)}="${escaped(scalar(item))}"`)
      .join('')
  }

  #content(value: unknown, schema: JsonObject | undefined): string {
    if (value === null || value === undefined) return ''
    if (!isObject(value)) return escaped(scalar(value))
    return entriesOf(value)
      .map(([key, item]) => [key, item, propertySchema(this.#root, schema, key)] as const)
      .filter(([, , own]) => !isMarked(own, 'attribute'))
      .map(([key, item, own]) => this.element(key, item, own))
      .join('')
  }
}

/**
 * A value as XML: elements named after members, or as the `xml` of their schemas says.
 * @param root the document, in which references of schemas are followed
 */
export function writeXml(value: unknown, schema: SpelledSchema | undefined, root: unknown): string {
  const usual = schema?.name ?? textOf(member(schema?.node, 'title'))?.replaceAll(/[^\w.-]+/g, '') ?? ''
  const name = /^[A-Za-z_]/.test(usual) ? usual : 'root'
  const written = new Writer(root)
  // A list has no element of its own, and a document has exactly one.
  const body =
    Array.isArray(value) && !isMarked(schema, 'wrapped')
      ? `<${name}>${written.element('item', wellFormed(value), { node: schema?.node ?? {} })}</${name}>`
      : written.element(name, wellFormed(value), schema)
  return `<?xml version="1.0" encoding="UTF-8"?>${body}`
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const elementName = /^[A-Za-z_][\w.-]*$/

/** Whether XML has a spelling for a value: it has none for most control characters, nor for names with spaces. */
export function canWriteXml(value: unknown): boolean {
  if (typeof value === 'string') return !forbidden.test(value)
  if (Array.isArray(value)) return value.length > 0 && value.every(canWriteXml)
  return Object.entries(isObject(value) ? value : {}).every(
    ([name, item]) => elementName.test(name) && item !== null && canWriteXml(item),
  )
}

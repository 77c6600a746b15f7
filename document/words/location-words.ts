import { isObject, keysOf, lastKey, member, textOf } from '../json/json.js'
import { isWebhooksKey } from '../keywords/keywords.js'
import { refOf } from '../references/references.js'

const nameOfItem = (item: unknown): string | undefined => {
  const ref = refOf(item)
  if (ref !== undefined) return lastKey(ref)
  const [location, name] = [textOf(member(item, 'in')), textOf(member(item, 'name'))]
  if (location !== undefined && name !== undefined) return `${location} ${name}`
  return name ?? textOf(member(item, 'title')) ?? textOf(member(item, 'url'))
}

const keyOfItem = (list: readonly unknown[], key: string): string => {
  const item = list[Number(key)]
  if (typeof item === 'string' || typeof item === 'number') return String(item)
  return (isObject(item) ? nameOfItem(item) : undefined) ?? key
}

/** A path template without the names of its parameters. */
export function bareTemplate(path: string): string {
  return path.replaceAll(/\{[^{}]*\}/g, '{}')
}

/** The names of the parameters in a path template, in order. */
export function parametersIn(path: string): string[] {
  return [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name)
}

/**
 * The keys of a pointer, with items of lists identified by name instead of position and paths without the names of
 * parameters, so that they do not depend on the order of the document.
 */
export function logicalKeys(root: unknown, pointer: string): string[] {
  let value: unknown = root
  return keysOf(pointer).map((key, index, keys) => {
    const logical = Array.isArray(value) ? keyOfItem(value, key) : key
    value = Array.isArray(value) ? value[Number(key)] : member(value, key)
    return index === 1 && keys[0] === 'paths' ? bareTemplate(logical) : logical
  })
}

/** A text with its first letter in upper case. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Keywords with named subschemas, and how each prints the name in a path. */
const named: Readonly<Record<string, (name: string) => string>> = {
  properties: (name) => `.${name}`,
  patternProperties: (name) => `.{${name}}`,
  dependentSchemas: () => '',
  prefixItems: (name) => `[${name}]`,
  allOf: () => '',
  anyOf: () => '',
  oneOf: () => '',
  $defs: (name) => `.${name}`,
}

const plain: Readonly<Record<string, string>> = {
  items: '[]',
  unevaluatedItems: '[]',
  additionalProperties: '.{}',
  unevaluatedProperties: '.{}',
  propertyNames: '.{name}',
}

const schemaPath = (keys: readonly string[]): string => {
  let path = ''
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] ?? ''
    const next = keys[index + 1]
    const write = Object.hasOwn(named, key) ? named[key] : undefined
    if (write !== undefined && next !== undefined) {
      path += write(next)
      index += 1
    } else path += Object.hasOwn(plain, key) ? plain[key] : ''
  }
  return path
}

const inBackticks = (text: string): string => `\`${text}\``

/** The nouns for the entries of maps with arbitrary names. */
const nouns: Readonly<Record<string, string>> = {
  parameters: 'parameter',
  headers: 'header',
  responses: 'response',
  requestBodies: 'request body',
  securitySchemes: 'security scheme',
  callbacks: 'callback',
  links: 'link',
  pathItems: 'path item',
}

const nounOf = (key: string): string | undefined => (Object.hasOwn(nouns, key) ? nouns[key] : undefined)

const ofComponent = (keys: readonly string[]): string => {
  const [kind = '', name = '', ...rest] = keys
  if (kind === 'schemas') return inBackticks(name + schemaPath(rest))
  return wordsOf(rest, [`${nounOf(kind) ?? kind} ${inBackticks(name)}`])
}

/** Words for the keys between an operation and a schema, innermost first. */
const wordsOf = (keys: readonly string[], outer: readonly string[]): string => {
  const words = [...outer]
  let path = ''
  for (let index = 0; index < keys.length;) {
    const key = keys[index] ?? ''
    if (key === 'schema') {
      path = schemaPath(keys.slice(index + 1)).replace(/^\./, '')
      break
    }
    const [noun, next] = [nounOf(key), keys[index + 1]]
    if (noun !== undefined && next !== undefined) words.unshift(`${noun} ${inBackticks(next)}`)
    if (key === 'requestBody') words.unshift('the request body')
    index += noun !== undefined || key === 'content' ? 2 : 1
  }
  return [...(path === '' ? [] : [inBackticks(path)]), ...words].join(' of ')
}

const ofOperation = (section: unknown, keys: readonly string[], path: string): string => {
  const [method] = keys
  const bare = method === undefined || method === 'parameters' || method === 'servers'
  const name = isWebhooksKey(section) ? `webhook ${path}` : bare ? path : `${method} ${path}`
  return wordsOf(keys, [inBackticks(name)])
}

/** A location in words: `Customer.state`, or `items[].id` of response `200` of `get /customers`. */
export function locationWords(root: unknown, pointer: string): string {
  const [first, second, ...rest] = logicalKeys(root, pointer)
  if (first === 'components' && second !== undefined) return ofComponent([second, ...rest])
  if ((first === 'paths' || isWebhooksKey(first)) && second !== undefined) {
    return ofOperation(first, rest, keysOf(pointer)[1] ?? second)
  }
  if (first === 'tags' && second !== undefined) return `tag ${inBackticks(second)}`
  if (first === undefined || first === 'info' || first === 'security')
    return textOf(member(root, 'openapi')) === undefined ? '' : 'the document'
  return inBackticks([first, second, ...rest].filter((key) => key !== undefined).join(' '))
}

import {
  escapeKey,
  isWebhooksKey,
  keysOf,
  lastKey,
  member,
  methodsOfAnyVersion,
  textOf,
  textsOf,
  webhooksKeyOf,
} from '../../document/index.js'
import { childOf, childrenOf, followed, type Fragment, itemsOf } from '../engine/node.js'

export interface Operation {
  readonly fragment: Fragment
  /** Its path item, with references resolved. */
  readonly item: Fragment
  /** The location that names the path, the webhook or the callback. */
  readonly entry: Fragment
  readonly method: string
  /** The path, the name of the webhook, or the expression of the callback. */
  readonly path: string
  readonly id: string | undefined
}

/** Operations by method and name. */
export type Operations = ReadonlyMap<string, Operation>

/** The webhooks of a document. */
export function webhooksOf(root: Fragment): Fragment | undefined {
  return childOf(root, webhooksKeyOf(root.value))
}

/** Whether an entry names a path, a webhook or a callback, derived from its location. */
export function operationKind(entry: Fragment) {
  const keys = keysOf(entry.pointer)
  if (keys.length === 2 && keys[0] === 'paths') return 'operation'
  return keys.length === 2 && isWebhooksKey(keys[0]) ? 'webhook' : 'callback'
}

/** Builds an operation from its fragment, path item and entry. */
export function operationOf(fragment: Fragment, item: Fragment, entry: Fragment): Operation {
  return {
    fragment,
    item,
    entry,
    method: lastKey(fragment.pointer),
    path: lastKey(entry.pointer),
    id: textOf(member(fragment.value, 'operationId')),
  }
}

const operationsOf = (item: Fragment): (readonly [method: string, fragment: Fragment])[] => [
  ...methodsOfAnyVersion.flatMap((method) => {
    const fragment = childOf(item, method)
    return fragment === undefined ? [] : [[method, fragment] as const]
  }),
  ...childrenOf(childOf(item, 'additionalOperations')),
]

/** The operations of paths, webhooks or a callback, by method and name; `nameOf` makes names of paths comparable. */
export function operationsIn(holder: Fragment | undefined, nameOf = (path: string) => path): Operations {
  const found = new Map<string, Operation>()
  for (const [path, entry] of childrenOf(holder)) {
    if (path.startsWith('x-')) continue
    const item = followed(entry)
    for (const [method, fragment] of operationsOf(item)) {
      const bare = `${method} ${nameOf(path)}`
      found.set(found.has(bare) ? `${method} ${escapeKey(path)}` : bare, operationOf(fragment, item, entry))
    }
  }
  return found
}

/** Placeholder for a variable without a list of values. URLs cannot contain this character. */
export const anyText = '\u0000'

/** Limit on the addresses of a server; the values of further variables are not expanded. */
const maxAddresses = 256

/** A server with the addresses that its URL expands to. */
export interface Server {
  readonly fragment: Fragment
  /** The URL as written, without a trailing slash. */
  readonly url: string
  /** One for each combination of variable values, normalized. */
  readonly addresses: readonly string[]
  /** The paths of the addresses; a variable without a list of values has its default, and stands for a parameter. */
  readonly bases: readonly string[]
}

const valuesOf = (variable: Fragment | undefined, otherwise: string): readonly string[] => {
  const listed = textsOf(member(variable?.value, 'enum'))
  const usual = member(variable?.value, 'default')
  return listed.length === 0 ? [otherwise] : [...new Set([...listed, ...textsOf([usual])])]
}

const expanded = (url: string, valuesFor: (name: string) => readonly string[]): string[] => {
  let texts = ['']
  for (const [index, piece] of url.split(/\{([^{}]*)\}/).entries()) {
    const values = index % 2 === 0 ? [piece] : valuesFor(piece)
    const isMany = texts.length * values.length > maxAddresses
    const next = isMany ? [`{${[...values].sort().join('|')}}`] : values
    texts = texts.flatMap((text) => next.map((value) => text + value))
  }
  return texts
}

const withoutDots = (path: string): string => {
  const kept: string[] = []
  for (const segment of path.split('/')) {
    if (segment === '..') kept.pop()
    else if (segment !== '.') kept.push(segment)
  }
  return kept.join('/')
}

const pathOf = (text: string): string => {
  const path = withoutDots(text).replace(/\/+$/, '')
  return path === '' || path.startsWith('/') ? path : `/${path}`
}

const defaultPort: Readonly<Record<string, RegExp>> = { 'https:': /:443$/, 'http:': /:80$/ }

const partsOf = (address: string): readonly [origin: string, path: string] => {
  const [, scheme = '', host = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)(.*)$/is.exec(address) ?? []
  if (host === '') return ['', pathOf(address)]
  const [protocol, authority] = [scheme.toLowerCase(), host.toLowerCase()]
  const port = defaultPort[protocol]
  return [`${protocol}//${port === undefined ? authority : authority.replace(port, '')}`, pathOf(rest)]
}

const serverOf = (fragment: Fragment): Server => {
  const url = textOf(member(fragment.value, 'url')) ?? '/'
  const variables = childOf(fragment, 'variables')
  const defaultOf = (name: string): string =>
    textOf(member(childOf(variables, name)?.value, 'default')) ?? `{${name}}`
  const texts = expanded(url, (name) => valuesOf(childOf(variables, name), anyText))
  const likely = ['{}', undefined].flatMap((free) =>
    expanded(url, (name) => valuesOf(childOf(variables, name), free ?? defaultOf(name))),
  )
  return {
    fragment,
    url: url.replace(/(?<=.)\/$/, ''),
    addresses: [...new Set(texts.map((text) => partsOf(text).join('')))],
    bases: [...new Set(likely.map((text) => partsOf(text)[1]))],
  }
}

/** The servers of a list; empty if there is none. */
export function serversOf(list: Fragment | undefined): readonly Server[] {
  return itemsOf(list).map(serverOf)
}

/** Whether a variable lost values that it had. A variable without a list of values allows all. */
export function hasLostValues(before: Fragment | undefined, after: Fragment | undefined): boolean {
  const remaining = new Set(valuesOf(after, anyText))
  return !remaining.has(anyText) && valuesOf(before, anyText).some((value) => !remaining.has(value))
}

/** Whether a text matches a pattern, given as the pieces between its wildcards. */
const matches = (pieces: readonly string[], text: string): boolean => {
  const [first = '', ...others] = pieces
  const last = others.pop() ?? ''
  if (!text.startsWith(first)) return false
  let position = first.length
  for (const piece of others) {
    const found = text.indexOf(piece, position + 1)
    if (found < 0) return false
    position = found + piece.length
  }
  return text.endsWith(last) && text.length - last.length > position
}

/** A set of addresses, which may be patterns. */
export class AddressSet {
  readonly #exact: ReadonlySet<string>
  readonly #patterns: readonly (readonly string[])[]

  constructor(addresses: Iterable<string>) {
    this.#exact = new Set(addresses)
    this.#patterns = [...this.#exact].flatMap((one) => (one.includes(anyText) ? [one.split(anyText)] : []))
  }

  has(address: string): boolean {
    return this.#exact.has(address) || this.#patterns.some((pieces) => matches(pieces, address))
  }
}

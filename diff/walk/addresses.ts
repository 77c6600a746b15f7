import { bareTemplate, member, textOf, textsOf } from '../../document/index.js'
import { childOf, type Fragment, itemsOf } from '../fragments/fragment.js'

/** What a variable without a list of values stands for: any text. No URL holds this character. */
const anyText = '\u0000'

/** More addresses than this are not written out: the values of further variables stand together. */
const maxAddresses = 256

/** A server with the addresses that it stands for. */
export interface Server {
  readonly fragment: Fragment
  /** The URL as written, without a slash at its end. */
  readonly url: string
  /** One for each value of its variables, in one spelling. */
  readonly addresses: readonly string[]
  /** The paths of the addresses; a variable without a list of values stands for its default. */
  readonly bases: readonly string[]
}

const isFilled = (value: unknown): value is string => typeof value === 'string'

const valuesOf = (variable: Fragment | undefined, otherwise: string): readonly string[] => {
  const listed = textsOf(member(variable?.value, 'enum'))
  const usual = member(variable?.value, 'default')
  return listed.length === 0 ? [otherwise] : [...new Set([...listed, ...[usual].filter(isFilled)])]
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

/** An address as the service that it leads to, and the path there. */
const partsOf = (address: string): readonly [origin: string, path: string] => {
  const [, scheme = '', host = '', rest = ''] =
    /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)(.*)$/is.exec(address) ?? []
  if (host === '') return ['', pathOf(address)]
  const [protocol, authority] = [scheme.toLowerCase(), host.toLowerCase()]
  const port = defaultPort[protocol]
  return [`${protocol}//${port === undefined ? authority : authority.replace(port, '')}`, pathOf(rest)]
}

/** The server at a fragment. */
export function serverOf(fragment: Fragment): Server {
  const url = textOf(member(fragment.value, 'url')) ?? '/'
  const variables = childOf(fragment, 'variables')
  const defaultOf = (name: string): string =>
    textOf(member(childOf(variables, name)?.value, 'default')) ?? `{${name}}`
  const texts = expanded(url, (name) => valuesOf(childOf(variables, name), anyText))
  const likely = expanded(url, (name) => valuesOf(childOf(variables, name), defaultOf(name)))
  return {
    fragment,
    url: url.replace(/(?<=.)\/$/, ''),
    addresses: [...new Set(texts.map((text) => partsOf(text).join('')))],
    bases: [...new Set(likely.map((text) => partsOf(text)[1]))],
  }
}

/** The servers of a list; none where nothing is stated. */
export function serversOf(list: Fragment | undefined): readonly Server[] {
  return itemsOf(list).map(serverOf)
}

/** Values that a variable had and no longer has. Without a list of values it has them all. */
export function hasLostValues(before: Fragment | undefined, after: Fragment | undefined): boolean {
  const fresh = new Set(valuesOf(after, anyText))
  return !fresh.has(anyText) && valuesOf(before, anyText).some((value) => !fresh.has(value))
}

/** Where two paths differ, once the segments that they end with alike are left out. */
export function prefixesOf(one: string, other: string): readonly [string, string] {
  const [left, right] = [bareTemplate(one).split('/'), bareTemplate(other).split('/')]
  while (left.length > 1 && right.length > 1 && left.at(-1) === right.at(-1)) {
    left.pop()
    right.pop()
  }
  return [left.join('/'), right.join('/')]
}

/** Whether a text is one that a pattern stands for, in which every part of `pieces` but the first follows any text. */
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

/** Whether addresses are among others. */
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

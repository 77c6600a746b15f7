import { canonical } from '../equal/canonical.js'
import { isObject, member, textOf } from '../../document/index.js'
import { childOf, childrenOf, type Fragment } from '../fragments/fragment.js'
import type { Visit, Walker } from '../engine/visit.js'
import { membersOf, noteProse } from './prose.js'

const urls = ['authorizationUrl', 'tokenUrl', 'refreshUrl', 'deviceAuthorizationUrl'] as const

const normal = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value
  return name === 'scheme' ? value.toLowerCase() : value
}

/** The name of an API key; header names are case-insensitive. */
const keyName = (value: unknown): unknown => {
  const name = member(value, 'name')
  return typeof name === 'string' && member(value, 'in') === 'header' ? name.toLowerCase() : name
}

/** Everything in a scheme that affects how credentials are obtained and sent, as text. */
export function credentialsOf({ value }: Fragment): string {
  const flows = member(value, 'flows')
  const flowUrls = isObject(flows)
    ? Object.entries(flows).map(([name, flow]) => [name, urls.map((url) => member(flow, url) ?? null)])
    : []
  const members = ['type', 'in', 'scheme', 'openIdConnectUrl'].map((key) => normal(key, member(value, key)))
  return canonical([...members, keyName(value), Object.fromEntries(flowUrls)])
}

const tokenTypes: ReadonlySet<unknown> = new Set(['oauth2', 'openIdConnect'])

/** How a scheme sends credentials, if known. */
const carrierOf = (value: unknown): string | undefined => {
  const type = member(value, 'type')
  if (tokenTypes.has(type)) return 'bearer'
  if (type === 'http') return textOf(member(value, 'scheme'))?.toLowerCase()
  const isAuthorization =
    type === 'apiKey' && member(value, 'in') === 'header' && keyName(value) === 'authorization'
  return isAuthorization ? 'any' : undefined
}

/** Whether one request can satisfy both schemes, for example with a token in `Authorization`. */
export function isSentAlike(one: Fragment, other: Fragment): boolean {
  const [left, right] = [carrierOf(one.value), carrierOf(other.value)]
  if (left === undefined || right === undefined) return false
  return left === right || left === 'any' || right === 'any'
}

/** Whether a scheme has scopes. */
export function hasScopes({ value }: Fragment): boolean {
  return tokenTypes.has(member(value, 'type'))
}

const compareFlow = (visit: Visit, from: Fragment, to: Fragment): void => {
  for (const name of urls) {
    const [before, after] = [member(from.value, name), member(to.value, name)]
    if (before !== after)
      visit.note('security-url-changed', { ...membersOf(from, to, name), owner: to, name, before, after })
  }
  const [old, fresh] = [childrenOf(childOf(from, 'scopes')), childrenOf(childOf(to, 'scopes'))]
  for (const [name, fragment] of old) {
    if (!fresh.has(name)) visit.note('security-flow-scope-removed', { from: fragment, to, owner: from, name })
  }
  for (const [name, fragment] of fresh) {
    if (!old.has(name)) visit.note('security-flow-scope-added', { from, to: fragment, owner: to, name })
  }
}

const compareFlows = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [old, fresh] = [childrenOf(childOf(from, 'flows')), childrenOf(childOf(to, 'flows'))]
  for (const [name, one] of old) {
    const other = fresh.get(name)
    if (other === undefined) visit.note('security-flow-removed', { from: one, to, owner: from, name })
    else compareFlow(visit, one, other)
  }
  for (const [name, one] of fresh) {
    if (!old.has(name)) visit.note('security-flow-added', { from, to: one, owner: to, name })
  }
}

const compareSending = (visit: Visit, from: Fragment, to: Fragment): void => {
  for (const name of ['type', 'in', 'name', 'scheme']) {
    const read = ({ value }: Fragment): unknown =>
      name === 'name' ? keyName(value) : normal(name, member(value, name))
    const [before, after] = [read(from), read(to)]
    if (before === after) continue
    const kind = isSentAlike(from, to) ? 'security-scheme-restated' : 'security-scheme-changed'
    const written = { before: member(from.value, name), after: member(to.value, name) }
    visit.note(kind, { ...membersOf(from, to, name), owner: to, name, ...written })
    // Further differences are implied by the change of type.
    if (name === 'type') return
  }
}

/** Compares two security schemes. */
export const compareSecurityScheme: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  compareSending(visit, from, to)
  noteProse(visit, from, to)
  if (member(from.value, 'type') !== member(to.value, 'type')) return
  const [before, after] = [member(from.value, 'openIdConnectUrl'), member(to.value, 'openIdConnectUrl')]
  if (before !== after) {
    const locations = membersOf(from, to, 'openIdConnectUrl')
    visit.note('security-url-changed', { ...locations, owner: to, name: 'openIdConnectUrl', before, after })
  }
  compareFlows(visit, from, to)
}

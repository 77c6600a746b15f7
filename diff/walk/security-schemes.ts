import { canonical } from '../equal/canonical.js'
import { isObject, member, textOf } from '../../document/index.js'
import { childOf, childrenOf, type Fragment } from '../fragments/fragment.js'
import { ofBoth, type Visit, type Walker } from '../engine/node.js'
import { membersOf, noteMaps, noteMembers, noteProse } from './prose.js'

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
  noteMembers(visit, from, to, urls, 'security-url-changed')
  const scopes = [childrenOf(childOf(from, 'scopes')), childrenOf(childOf(to, 'scopes'))] as const
  noteMaps(visit, [from, to], scopes, 'security-flow-scope')
}

const compareFlows = (visit: Visit, from: Fragment, to: Fragment): void => {
  const flows = [childrenOf(childOf(from, 'flows')), childrenOf(childOf(to, 'flows'))] as const
  noteMaps(visit, [from, to], flows, 'security-flow', (one, other) => compareFlow(visit, one, other))
}

const compareSending = (visit: Visit, from: Fragment, to: Fragment): void => {
  for (const name of ['type', 'in', 'name', 'scheme']) {
    const read = ({ value }: Fragment): unknown =>
      name === 'name' ? keyName(value) : normal(name, member(value, name))
    const [before, after] = [read(from), read(to)]
    if (before === after) continue
    const kind = isSentAlike(from, to) ? 'security-scheme-restated' : 'security-scheme-changed'
    const written = { before: member(from.value, name), after: member(to.value, name) }
    visit.report(kind, { ...membersOf(from, to, name), owner: to, name, ...written })
    // Further differences are implied by the change of type.
    if (name === 'type') return
  }
}

export const compareSecurityScheme: Walker = ofBoth((visit, from, to) => {
  compareSending(visit, from, to)
  noteProse(visit, from, to)
  if (member(from.value, 'type') !== member(to.value, 'type')) return
  noteMembers(visit, from, to, ['openIdConnectUrl'], 'security-url-changed')
  compareFlows(visit, from, to)
})

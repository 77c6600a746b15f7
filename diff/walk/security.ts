import { isObject, member, textOf, textsOf } from '../../document/index.js'
import { canonical } from '../engine/equal.js'
import {
  childOf,
  childrenOf,
  compareMaps,
  type ComparedDocument,
  followed,
  type Fragment,
  itemsOf,
  ofBoth,
  rootFragment,
  type Visit,
  type Walker,
} from '../engine/node.js'
import { membersOf, noteMembers } from '../engine/members.js'
import { noteProse } from './prose.js'

/** One security requirement: schemes that are required together, by name and identity. */
interface Requirement extends Alternative {
  readonly fragment: Fragment
  readonly name: string
  /** The scheme of each identity. */
  readonly schemes: ReadonlyMap<string, Fragment | undefined>
}

const schemeOf = (document: ComparedDocument, name: string): Fragment | undefined => {
  const fragment = childOf(childOf(childOf(rootFragment(document), 'components'), 'securitySchemes'), name)
  return fragment === undefined ? undefined : followed(fragment)
}

/** The requirements of an operation: its own list, or that of the document. */
const listOf = (operation: Fragment, inherits: boolean): Fragment | undefined =>
  childOf(operation, 'security') ??
  (inherits ? childOf(rootFragment(operation.document), 'security') : undefined)

const schemesIn = (list: Fragment): ReadonlyMap<string, Fragment | undefined> =>
  new Map(
    itemsOf(list).flatMap(({ value, document }) =>
      isObject(value) ? Object.keys(value).map((name) => [name, schemeOf(document, name)] as const) : [],
    ),
  )

/** The identity of each scheme: how its credentials are obtained and sent, or the name of an undefined scheme. */
const identitiesOf = (schemes: ReadonlyMap<string, Fragment | undefined>): Map<string, string> =>
  new Map([...schemes].map(([name, scheme]) => [name, scheme === undefined ? name : credentialsOf(scheme)]))

type Schemes = ReadonlyMap<string, Fragment | undefined>

/** The scheme that replaces a removed one: of the same name, or the only one that is sent the same way. */
const successorOf = (name: string, before: Schemes, left: Schemes): string | undefined => {
  if (left.has(name)) return name
  const scheme = before.get(name)
  const alike = [...left].filter(([, one]) => scheme && one && isSentAlike(scheme, one))
  return alike.length === 1 ? alike[0]?.[0] : undefined
}

const isOptional = (list: Fragment): boolean =>
  itemsOf(list).some(({ value }) => !isObject(value) || Object.keys(value).length === 0) ||
  itemsOf(list).length === 0

/** Gives changed schemes the identity of their successors, unless credentials became optional. */
const identified = (before: Schemes, after: Schemes, isFree: boolean) => {
  const [identitiesBefore, identitiesAfter] = [identitiesOf(before), identitiesOf(after)]
  const [known, kept] = [new Set(identitiesAfter.values()), new Set(identitiesBefore.values())]
  const left = new Map([...after].filter(([name]) => !kept.has(identitiesAfter.get(name) ?? name)))
  for (const [name, identity] of isFree ? [] : identitiesBefore) {
    if (known.has(identity)) continue
    const successor = successorOf(name, before, left)
    if (successor === undefined) continue
    identitiesBefore.set(name, identitiesAfter.get(successor) ?? successor)
    left.delete(successor)
  }
  return [identitiesBefore, identitiesAfter] as const
}

const requirementsIn = (
  list: Fragment,
  schemes: Schemes,
  identities: ReadonlyMap<string, string>,
  isScoped: (identity: string) => boolean,
): Requirement[] =>
  itemsOf(list).map((fragment) => {
    const names = isObject(fragment.value) ? Object.keys(fragment.value).sort() : []
    const scopes = new Map<string, Set<string>>()
    for (const name of names) {
      const identity = identities.get(name) ?? name
      const demanded = isScoped(identity) ? textsOf(member(fragment.value, name)) : []
      scopes.set(identity, new Set([...(scopes.get(identity) ?? []), ...demanded]))
    }
    const found = new Map(names.map((name) => [identities.get(name) ?? name, schemes.get(name)]))
    return { fragment, name: names.join(' + '), scopes, schemes: found }
  })

/** Reads both lists. Scopes of a scheme that gained or lost them by its type are unknown, and ignored. */
const readBoth = (before: Fragment, after: Fragment): readonly [Requirement[], Requirement[]] => {
  const [schemesBefore, schemesAfter] = [schemesIn(before), schemesIn(after)]
  const [identitiesBefore, identitiesAfter] = identified(schemesBefore, schemesAfter, isOptional(after))
  const scoped = (schemes: Schemes, identities: ReadonlyMap<string, string>): Map<string, boolean> =>
    new Map(
      [...schemes].flatMap(([name, scheme]) =>
        scheme === undefined ? [] : [[identities.get(name) ?? name, hasScopes(scheme)] as const],
      ),
    )
  const [scopedBefore, scopedAfter] = [
    scoped(schemesBefore, identitiesBefore),
    scoped(schemesAfter, identitiesAfter),
  ]
  const isScoped = (identity: string): boolean =>
    !scopedBefore.has(identity) ||
    !scopedAfter.has(identity) ||
    scopedBefore.get(identity) === scopedAfter.get(identity)
  return [
    requirementsIn(before, schemesBefore, identitiesBefore, isScoped),
    requirementsIn(after, schemesAfter, identitiesAfter, isScoped),
  ]
}

const enterSchemes = (visit: Visit, one: Requirement, other: Requirement): void => {
  for (const [identity, scheme] of one.schemes) {
    const counterpart = other.schemes.get(identity)
    if (scheme !== undefined && counterpart !== undefined)
      visit.enter('securityScheme', [scheme], [counterpart], { step: `security ${one.name}` })
  }
}

/** Compares two lists of security requirements; anything but a list requires nothing. */
export const compareRequirementLists: Walker = ofBoth((visit, from, to) => {
  const { changes, pairs } = compareRequirements(...readBoth(from, to))
  // Where only one of the two lists is that of the document, the change is of the operation alone.
  const owner = to.pointer === '#/security' ? from : to
  for (const { kind, one, other, scope } of changes) {
    const name = scope ?? (other ?? one)?.name
    const facts = { from: one?.fragment ?? from, to: other?.fragment ?? to, owner }
    visit.report(`security-${kind}`, name === undefined ? facts : { ...facts, name })
  }
  for (const [one, other] of pairs) enterSchemes(visit, one, other)
})

/** Compares security requirements, once for equal lists; `inherits` if the document's list applies. */
export function compareSecurity(visit: Visit, from: Fragment, to: Fragment, inherits: boolean): void {
  visit.enter('security', [listOf(from, inherits) ?? from], [listOf(to, inherits) ?? to])
}

/** A set of schemes, with scopes, that are required together. Without schemes, no credentials are required. */
interface Alternative {
  readonly scopes: ReadonlyMap<string, ReadonlySet<string>>
}

/** A difference between two lists of alternatives. One is dropped where requests need no credentials any more. */
interface RequirementChange<One extends Alternative> {
  readonly kind:
    | 'required'
    | 'no-longer-required'
    | `alternative-${'removed' | 'dropped' | 'added'}`
    | `scope-${'added' | 'removed'}`
  readonly one?: One
  readonly other?: One
  readonly scope?: string
}

const isEmpty = ({ scopes }: Alternative): boolean => scopes.size === 0

/** Whether a request without credentials satisfies a list: it is empty, or has an empty alternative. */
const isFree = (alternatives: readonly Alternative[]): boolean =>
  alternatives.length === 0 || alternatives.some(isEmpty)

const hasSchemesOf = (one: Alternative, other: Alternative): boolean =>
  [...other.scopes.keys()].every((scheme) => one.scopes.has(scheme))

/** Scopes that `other` requires and `one` lacks. */
const missing = (one: Alternative, other: Alternative): string[] =>
  [...other.scopes].flatMap(([scheme, scopes]) =>
    [...scopes].filter((scope) => one.scopes.get(scheme)?.has(scope) !== true),
  )

/** Whether credentials for `one` also satisfy `other`; additional credentials do no harm. */
export function satisfies(one: Alternative, other: Alternative): boolean {
  return hasSchemesOf(one, other) && missing(one, other).length === 0
}

/** An alternative as text, equal for equal alternatives. */
const alternativeText = ({ scopes }: Alternative): string =>
  JSON.stringify([...scopes].map(([scheme, list]) => JSON.stringify([scheme, [...list].sort()])).sort())

const fewest = <One>(list: readonly One[], count: (one: One) => number): One | undefined =>
  list.toSorted((one, other) => count(one) - count(other))[0]

const byText = <One extends Alternative>(list: readonly One[]): ReadonlyMap<string, One> =>
  new Map(list.map((one) => [alternativeText(one), one]))

/**
 * Compares the security requirements of an operation in two versions: lists of alternatives, any of which suffices.
 * Credentials that sufficed must still suffice, so each old alternative must satisfy one of the new ones.
 */
export function compareRequirements<One extends Alternative>(before: readonly One[], after: readonly One[]) {
  const [wasFree, isNowFree] = [isFree(before), isFree(after)]
  const [listBefore, listAfter] = [before, after].map((list) => list.filter((one) => !isEmpty(one))) as [
    One[],
    One[],
  ]
  const [textsBefore, textsAfter] = [byText(listBefore), byText(listAfter)]
  const changes: RequirementChange<One>[] = []
  const pairs: [One, One][] = []
  const explained = new Set<One>()
  /** Reports what credentials that were sufficient now lack. */
  const explain = (one: One): void => {
    const near = fewest(
      listAfter.filter((other) => hasSchemesOf(one, other)),
      (other) => missing(one, other).length,
    )
    if (near === undefined) return void changes.push({ kind: 'alternative-removed', one })
    pairs.push([one, near])
    explained.add(near)
    for (const scope of missing(one, near)) changes.push({ kind: 'scope-added', one, other: near, scope })
  }
  if (wasFree !== isNowFree) changes.push({ kind: isNowFree ? 'no-longer-required' : 'required' })
  for (const one of listBefore) {
    const best = textsAfter.get(alternativeText(one)) ?? listAfter.find((other) => satisfies(one, other))
    if (best !== undefined) pairs.push([one, best])
    else if (!isNowFree) explain(one)
    else if (wasFree) changes.push({ kind: 'alternative-dropped', one })
  }
  for (const other of listAfter) {
    if (explained.has(other) || textsBefore.has(alternativeText(other))) continue
    // If no credentials were required before, the change `required` already covers this one.
    if (wasFree && listBefore.length === 0 && !isNowFree) continue
    const near = listBefore.some((one) => satisfies(other, one))
      ? undefined
      : fewest(
          listBefore.filter((one) => hasSchemesOf(other, one) && satisfies(one, other)),
          (one) => missing(other, one).length,
        )
    if (near === undefined) changes.push({ kind: 'alternative-added', other })
    else
      for (const scope of missing(other, near))
        changes.push({ kind: 'scope-removed', one: near, other, scope })
  }
  return { changes, pairs }
}

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
const credentialsOf = ({ value }: Fragment): string => {
  const flows = member(value, 'flows')
  const flowUrls = isObject(flows)
    ? Object.entries(flows).map(([name, flow]) => [name, urls.map((url) => member(flow, url) ?? null)])
    : []
  const members = ['type', 'in', 'scheme', 'openIdConnectUrl'].map((key) => normal(key, member(value, key)))
  return canonical([...members, keyName(value), Object.fromEntries(flowUrls)])
}

const tokenTypes: ReadonlySet<unknown> = new Set(['oauth2', 'openIdConnect'])

/** The place in requests where a scheme sends credentials, if known. */
const carrierOf = (value: unknown): string | undefined => {
  const type = member(value, 'type')
  if (tokenTypes.has(type)) return 'bearer'
  if (type === 'http') return textOf(member(value, 'scheme'))?.toLowerCase()
  const isAuthorization =
    type === 'apiKey' && member(value, 'in') === 'header' && keyName(value) === 'authorization'
  return isAuthorization ? 'any' : undefined
}

/** Whether one request can satisfy both schemes, for example with a token in `Authorization`. */
const isSentAlike = (one: Fragment, other: Fragment): boolean => {
  const [left, right] = [carrierOf(one.value), carrierOf(other.value)]
  if (left === undefined || right === undefined) return false
  return left === right || left === 'any' || right === 'any'
}

const hasScopes = ({ value }: Fragment): boolean => tokenTypes.has(member(value, 'type'))

const compareFlow = (visit: Visit, from: Fragment, to: Fragment): void => {
  noteMembers(visit, from, to, urls, 'security-url-changed')
  const scopes = [childrenOf(childOf(from, 'scopes')), childrenOf(childOf(to, 'scopes'))] as const
  compareMaps(visit, { from, to }, scopes, ['security-flow-scope-removed', 'security-flow-scope-added'])
}

const compareFlows = (visit: Visit, from: Fragment, to: Fragment): void => {
  const flows = [childrenOf(childOf(from, 'flows')), childrenOf(childOf(to, 'flows'))] as const
  const kinds = ['security-flow-removed', 'security-flow-added'] as const
  compareMaps(visit, { from, to }, flows, kinds, (one, other) => compareFlow(visit, one, other))
}

const compareSending = (visit: Visit, from: Fragment, to: Fragment): void => {
  for (const name of ['type', 'in', 'name', 'scheme']) {
    const read = ({ value }: Fragment): unknown =>
      name === 'name' ? keyName(value) : normal(name, member(value, name))
    const written = { before: member(from.value, name), after: member(to.value, name) }
    if (read(from) === read(to) || written.before === written.after) continue
    const kind = isSentAlike(from, to) ? 'security-scheme-restated' : 'security-scheme-changed'
    visit.report(kind, { ...membersOf(from, to, name), owner: to, name, ...written })
    // Further differences are implied by the change of type.
    if (name === 'type') return
  }
}

export const compareSecurityScheme: Walker = ofBoth((visit, from, to) => {
  compareSending(visit, from, to)
  noteProse(visit, from, to)
  if (member(from.value, 'type') !== member(to.value, 'type')) return
  noteMembers(visit, from, to, ['bearerFormat'], 'text-changed')
  noteMembers(visit, from, to, ['openIdConnectUrl'], 'security-url-changed')
  compareFlows(visit, from, to)
})

import type { KindName } from '../catalogue/index.js'
import { isObject, member, textsOf } from '../../document/index.js'
import {
  childOf,
  type ComparedDocument,
  type Fragment,
  itemsOf,
  rootFragment,
} from '../fragments/fragment.js'
import { followed } from '../fragments/references.js'
import { ofBoth, type Facts, type Visit, type Walker } from '../engine/node.js'
import { type Alternative, compareRequirements, type RequirementChange } from './requirements.js'
import { credentialsOf, hasScopes, isSentAlike } from './security-schemes.js'

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

/**
 * Identities of the schemes in a list: how their credentials are obtained and sent, or the name of an undefined
 * scheme.
 */
const identitiesOf = (schemes: ReadonlyMap<string, Fragment | undefined>): Map<string, string> =>
  new Map([...schemes].map(([name, scheme]) => [name, scheme === undefined ? name : credentialsOf(scheme)]))

type Schemes = ReadonlyMap<string, Fragment | undefined>

/** The scheme that replaces a removed one: of the same name, or the only one that is sent the same way. */
const successorOf = (name: string, old: Schemes, left: Schemes): string | undefined => {
  if (left.has(name)) return name
  const scheme = old.get(name)
  const alike = [...left].filter(
    ([, one]) => scheme !== undefined && one !== undefined && isSentAlike(scheme, one),
  )
  return alike.length === 1 ? alike[0]?.[0] : undefined
}

const isOptional = (list: Fragment): boolean =>
  itemsOf(list).some(({ value }) => !isObject(value) || Object.keys(value).length === 0) ||
  itemsOf(list).length === 0

/**
 * Gives changed schemes the identity of their successors. If credentials became optional, no successors are needed.
 */
const identified = (
  old: Schemes,
  fresh: Schemes,
  isFree: boolean,
): readonly [Map<string, string>, Map<string, string>] => {
  const [was, is] = [identitiesOf(old), identitiesOf(fresh)]
  if (isFree) return [was, is]
  const [known, kept] = [new Set(is.values()), new Set(was.values())]
  const left = new Map([...fresh].filter(([name]) => !kept.has(is.get(name) ?? name)))
  for (const [name, identity] of was) {
    if (known.has(identity)) continue
    const successor = successorOf(name, old, left)
    if (successor === undefined) continue
    was.set(name, is.get(successor) ?? successor)
    left.delete(successor)
  }
  return [was, is]
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

/**
 * Reads both lists. If a scheme gained or lost scopes by its type, scopes are ignored because the granted ones are
 * unknown.
 */
const readBoth = (old: Fragment, fresh: Fragment): readonly [Requirement[], Requirement[]] => {
  const [before, after] = [schemesIn(old), schemesIn(fresh)]
  const [was, is] = identified(before, after, isOptional(fresh))
  const scoped = (schemes: Schemes, identities: ReadonlyMap<string, string>): Map<string, boolean> =>
    new Map(
      [...schemes].flatMap(([name, scheme]) =>
        scheme === undefined ? [] : [[identities.get(name) ?? name, hasScopes(scheme)] as const],
      ),
    )
  const [one, other] = [scoped(before, was), scoped(after, is)]
  const isScoped = (identity: string): boolean =>
    !one.has(identity) || !other.has(identity) || one.get(identity) === other.get(identity)
  return [requirementsIn(old, before, was, isScoped), requirementsIn(fresh, after, is, isScoped)]
}

const kinds: Readonly<Record<RequirementChange<Requirement>['kind'], KindName>> = {
  required: 'security-required',
  'no-longer-required': 'security-no-longer-required',
  removed: 'security-alternative-removed',
  dropped: 'security-alternative-dropped',
  added: 'security-alternative-added',
  'scope-added': 'security-scope-added',
  'scope-removed': 'security-scope-removed',
}

const noteChange = (visit: Visit, change: RequirementChange<Requirement>, locations: Facts): void => {
  const from = 'one' in change ? { from: change.one.fragment } : {}
  const to = 'other' in change ? { to: change.other.fragment } : {}
  const name = 'scope' in change ? change.scope : 'one' in change ? change.one.name : undefined
  const named = 'other' in change && !('scope' in change) ? change.other.name : name
  visit.report(kinds[change.kind], {
    ...locations,
    ...from,
    ...to,
    ...(named === undefined ? {} : { name: named }),
  })
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
  for (const change of changes) noteChange(visit, change, { from, to, owner: to })
  for (const [one, other] of pairs) enterSchemes(visit, one, other)
})

/**
 * Compares the security requirements of two operations, once for all operations with the same lists; `inherits` if
 * the list of the document applies.
 */
export function compareSecurity(visit: Visit, from: Fragment, to: Fragment, inherits: boolean): void {
  visit.enter('security', [listOf(from, inherits) ?? from], [listOf(to, inherits) ?? to])
}

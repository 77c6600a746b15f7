import { isSame } from '../equal/canonical.js'
import { isObject, member, textsOf } from '../../document/index.js'
import {
  childOf,
  childrenOf,
  type ComparedDocument,
  type Fragment,
  itemsOf,
  rootFragment,
} from '../fragments/fragment.js'
import { followed } from '../fragments/references.js'
import type { Visit, Walker } from '../engine/visit.js'
import { membersOf, noteProse } from './prose.js'

/** One security requirement: schemes that are needed together, each with its scopes. */
interface SecurityRequirement {
  readonly name: string
  readonly fragment: Fragment
  readonly scopes: ReadonlyMap<string, readonly string[]>
}

interface SecurityRequirements {
  readonly fragment: Fragment
  readonly alternatives: readonly SecurityRequirement[]
  /** Whether a request without credentials is allowed. */
  readonly isFree: boolean
}

const alternativeOf = (fragment: Fragment): SecurityRequirement => {
  const schemes = isObject(fragment.value) ? Object.keys(fragment.value).sort() : []
  const scopes = new Map(schemes.map((name) => [name, textsOf(member(fragment.value, name))]))
  return { name: schemes.join(' + '), fragment, scopes }
}

/** The requirements of an operation: its own list, or that of the document. */
const requirementsOf = (operation: Fragment, inherits: boolean): SecurityRequirements => {
  const own =
    childOf(operation, 'security') ??
    (inherits ? childOf(rootFragment(operation.document), 'security') : undefined)
  const all = itemsOf(own).map(alternativeOf)
  const alternatives = all.filter(({ name }) => name !== '')
  return {
    fragment: own ?? operation,
    alternatives,
    isFree: all.length === alternatives.length ? all.length === 0 : true,
  }
}

const schemeOf = (document: ComparedDocument, name: string): Fragment | undefined => {
  const fragment = childOf(childOf(childOf(rootFragment(document), 'components'), 'securitySchemes'), name)
  return fragment === undefined ? undefined : followed(fragment)
}

const compareScopes = (
  visit: Visit,
  one: SecurityRequirement,
  other: SecurityRequirement,
  owner: Fragment,
): void => {
  const others = [...other.scopes]
  for (const [index, [name, old]] of [...one.scopes].entries()) {
    // A renamed scheme is at the same position.
    const counterpartName = other.scopes.has(name) ? name : (others[index]?.[0] ?? name)
    const fresh = other.scopes.get(counterpartName) ?? []
    const locations = { from: one.fragment, to: other.fragment, owner }
    for (const scope of old)
      if (!fresh.includes(scope)) visit.note('security-scope-removed', { ...locations, name: scope })
    for (const scope of fresh)
      if (!old.includes(scope)) visit.note('security-scope-added', { ...locations, name: scope })
    const [scheme, counterpart] = [
      schemeOf(one.fragment.document, name),
      schemeOf(other.fragment.document, counterpartName),
    ]
    if (scheme !== undefined && counterpart !== undefined) {
      visit.enter('securityScheme', [scheme], [counterpart], { step: `security ${name}` })
    }
  }
}

const withoutProse = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'description')) : value

/** The same schemes, by name, or by what they are. */
const isSameRequirement = (one: SecurityRequirement, other: SecurityRequirement): boolean => {
  if (one.name === other.name) return true
  const definitions = ({ fragment, scopes }: SecurityRequirement): unknown[] =>
    [...scopes.keys()].map((name) => withoutProse(schemeOf(fragment.document, name)?.value))
  const old = definitions(one)
  return old.every(isObject) && isSame(old, definitions(other))
}

const pairUp = (old: readonly SecurityRequirement[], fresh: readonly SecurityRequirement[]) => {
  const left = [...fresh]
  const pairs: [SecurityRequirement, SecurityRequirement][] = []
  const removed: SecurityRequirement[] = []
  for (const one of old) {
    const exact = left.find((other) => other.name === one.name && isSame([...other.scopes], [...one.scopes]))
    const counterpart =
      exact ??
      left.find(({ name }) => name === one.name) ??
      left.find((other) => isSameRequirement(one, other))
    if (counterpart === undefined) removed.push(one)
    else {
      pairs.push([one, counterpart])
      left.splice(left.indexOf(counterpart), 1)
    }
  }
  return { pairs, removed, added: left }
}

/** Compares the security requirements of two operations; `inherits` where the list of the document applies. */
export function compareSecurity(visit: Visit, from: Fragment, to: Fragment, inherits: boolean): void {
  const [old, fresh] = [requirementsOf(from, inherits), requirementsOf(to, inherits)]
  const locations = { from: old.fragment, to: fresh.fragment, owner: fresh.fragment }
  if (old.isFree && !fresh.isFree) visit.note('security-required', locations)
  if (!old.isFree && fresh.isFree) visit.note('security-no-longer-required', locations)
  const { pairs, removed, added } = pairUp(old.alternatives, fresh.alternatives)
  for (const [one, other] of pairs) compareScopes(visit, one, other, fresh.fragment)
  // Who needs no credentials is not hurt by fewer ways to authenticate.
  if (!fresh.isFree || fresh.alternatives.length > 0) {
    for (const { fragment, name } of removed)
      visit.note('security-alternative-removed', { ...locations, from: fragment, name })
  }
  if (!old.isFree || old.alternatives.length > 0) {
    for (const { fragment, name } of added)
      visit.note('security-alternative-added', { ...locations, to: fragment, name })
  }
}

const compareFlow = (visit: Visit, from: Fragment, to: Fragment): void => {
  for (const name of ['authorizationUrl', 'tokenUrl', 'refreshUrl']) {
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

const normal = (name: string, value: unknown): unknown =>
  name === 'scheme' && typeof value === 'string' ? value.toLowerCase() : value

/** Compares two security schemes that are one. */
export const compareSecurityScheme: Walker = (visit, [from], [to]) => {
  if (from === undefined || to === undefined) return
  for (const name of ['type', 'in', 'name', 'scheme']) {
    const [before, after] = [normal(name, member(from.value, name)), normal(name, member(to.value, name))]
    if (before === after) continue
    visit.note('security-scheme-changed', { ...membersOf(from, to, name), owner: to, name, before, after })
  }
  const [before, after] = [member(from.value, 'openIdConnectUrl'), member(to.value, 'openIdConnectUrl')]
  if (before !== after) {
    const locations = membersOf(from, to, 'openIdConnectUrl')
    visit.note('security-url-changed', { ...locations, owner: to, name: 'openIdConnectUrl', before, after })
  }
  compareFlows(visit, from, to)
  noteProse(visit, from, to)
}

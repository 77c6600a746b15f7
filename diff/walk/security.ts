import { isSame } from '../equal/canonical.js'
import { isObject, member, textsOf } from '../document/json.js'
import type { Side, Fragment } from '../document/side.js'
import { followed } from '../document/resolve.js'
import { rootOf } from '../document/side.js'
import { childOf, childrenOf, itemsOf } from '../document/fragments.js'
import type { Visit, Walker } from '../engine/visit.js'
import { membersOf, noteProse } from './prose.js'

/** One way to authenticate: schemes that are needed together, each with its scopes. */
interface SecurityRequirement {
  readonly name: string
  readonly fragment: Fragment
  readonly scopes: ReadonlyMap<string, readonly string[]>
}

interface SecurityRequirements {
  readonly fragment: Fragment
  readonly alternatives: readonly SecurityRequirement[]
  /** Whether one may do without any. */
  readonly isFree: boolean
}

const alternativeOf = (fragment: Fragment): SecurityRequirement => {
  const schemes = isObject(fragment.value) ? Object.keys(fragment.value).sort() : []
  const scopes = new Map(schemes.map((name) => [name, textsOf(member(fragment.value, name))]))
  return { name: schemes.join(' + '), fragment, scopes }
}

/** What an operation demands: its own list, or that of the document. */
const requirementsOf = (operation: Fragment, inherits: boolean): SecurityRequirements => {
  const own =
    childOf(operation, 'security') ?? (inherits ? childOf(rootOf(operation.side), 'security') : undefined)
  const all = itemsOf(own).map(alternativeOf)
  const alternatives = all.filter(({ name }) => name !== '')
  return {
    fragment: own ?? operation,
    alternatives,
    isFree: all.length === alternatives.length ? all.length === 0 : true,
  }
}

const schemeOf = (side: Side, name: string): Fragment | undefined => {
  const fragment = childOf(childOf(childOf(rootOf(side), 'components'), 'securitySchemes'), name)
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
    // A scheme with another name stands at the same position.
    const twinName = other.scopes.has(name) ? name : (others[index]?.[0] ?? name)
    const fresh = other.scopes.get(twinName) ?? []
    const locations = { from: one.fragment, to: other.fragment, owner }
    for (const scope of old)
      if (!fresh.includes(scope)) visit.note('security-scope-removed', { ...locations, name: scope })
    for (const scope of fresh)
      if (!old.includes(scope)) visit.note('security-scope-added', { ...locations, name: scope })
    const [scheme, twin] = [schemeOf(one.fragment.side, name), schemeOf(other.fragment.side, twinName)]
    if (scheme !== undefined && twin !== undefined) {
      visit.enter('securityScheme', [scheme], [twin], { step: `security ${name}` })
    }
  }
}

const withoutProse = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'description')) : value

/** The same schemes, by name, or by what they are. */
const isSameRequirement = (one: SecurityRequirement, other: SecurityRequirement): boolean => {
  if (one.name === other.name) return true
  const definitions = ({ fragment, scopes }: SecurityRequirement): unknown[] =>
    [...scopes.keys()].map((name) => withoutProse(schemeOf(fragment.side, name)?.value))
  const old = definitions(one)
  return old.every(isObject) && isSame(old, definitions(other))
}

const pairUp = (old: readonly SecurityRequirement[], fresh: readonly SecurityRequirement[]) => {
  const left = [...fresh]
  const pairs: [SecurityRequirement, SecurityRequirement][] = []
  const gone: SecurityRequirement[] = []
  for (const one of old) {
    const exact = left.find((other) => other.name === one.name && isSame([...other.scopes], [...one.scopes]))
    const twin =
      exact ??
      left.find(({ name }) => name === one.name) ??
      left.find((other) => isSameRequirement(one, other))
    if (twin === undefined) gone.push(one)
    else {
      pairs.push([one, twin])
      left.splice(left.indexOf(twin), 1)
    }
  }
  return { pairs, gone, come: left }
}

/** Compares what two operations demand of a caller; `inherits` where the list of the document applies. */
export const compareSecurity = (visit: Visit, from: Fragment, to: Fragment, inherits: boolean): void => {
  const [old, fresh] = [requirementsOf(from, inherits), requirementsOf(to, inherits)]
  const locations = { from: old.fragment, to: fresh.fragment, owner: fresh.fragment }
  if (old.isFree && !fresh.isFree) visit.note('security-required', locations)
  if (!old.isFree && fresh.isFree) visit.note('security-no-longer-required', locations)
  const { pairs, gone, come } = pairUp(old.alternatives, fresh.alternatives)
  for (const [one, other] of pairs) compareScopes(visit, one, other, fresh.fragment)
  // The one who needs no credentials is not hurt by fewer ways to show them.
  if (!fresh.isFree || fresh.alternatives.length > 0) {
    for (const { fragment, name } of gone)
      visit.note('security-alternative-removed', { ...locations, from: fragment, name })
  }
  if (!old.isFree || old.alternatives.length > 0) {
    for (const { fragment, name } of come)
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

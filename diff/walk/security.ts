import { isSame } from '../equal/canonical.js'
import { isObject, member, textsOf } from '../document/json.js'
import type { Side, Spot } from '../document/side.js'
import { followed } from '../document/resolve.js'
import { rootOf } from '../document/side.js'
import { childOf, childrenOf, itemsOf } from '../document/spots.js'
import type { Visit, Walker } from '../engine/visit.js'
import { membersOf, noteProse } from './prose.js'

/** One way to authenticate: schemes that are needed together, each with its scopes. */
interface Alternative {
  readonly name: string
  readonly spot: Spot
  readonly scopes: ReadonlyMap<string, readonly string[]>
}

interface Demand {
  readonly spot: Spot
  readonly alternatives: readonly Alternative[]
  /** Whether one may do without any. */
  readonly isFree: boolean
}

const alternativeOf = (spot: Spot): Alternative => {
  const schemes = isObject(spot.value) ? Object.keys(spot.value).sort() : []
  const scopes = new Map(schemes.map((name) => [name, textsOf(member(spot.value, name))]))
  return { name: schemes.join(' + '), spot, scopes }
}

/** What an operation demands: its own list, or that of the document. */
const demandOf = (operation: Spot, inherits: boolean): Demand => {
  const own =
    childOf(operation, 'security') ?? (inherits ? childOf(rootOf(operation.side), 'security') : undefined)
  const all = itemsOf(own).map(alternativeOf)
  const alternatives = all.filter(({ name }) => name !== '')
  return {
    spot: own ?? operation,
    alternatives,
    isFree: all.length === alternatives.length ? all.length === 0 : true,
  }
}

const schemeOf = (side: Side, name: string): Spot | undefined => {
  const spot = childOf(childOf(childOf(rootOf(side), 'components'), 'securitySchemes'), name)
  return spot === undefined ? undefined : followed(spot)
}

const compareScopes = (visit: Visit, one: Alternative, other: Alternative, owner: Spot): void => {
  const others = [...other.scopes]
  for (const [index, [name, old]] of [...one.scopes].entries()) {
    // A scheme with another name stands at the same position.
    const twinName = other.scopes.has(name) ? name : (others[index]?.[0] ?? name)
    const fresh = other.scopes.get(twinName) ?? []
    const places = { from: one.spot, to: other.spot, owner }
    for (const scope of old)
      if (!fresh.includes(scope)) visit.note('security-scope-removed', { ...places, name: scope })
    for (const scope of fresh)
      if (!old.includes(scope)) visit.note('security-scope-added', { ...places, name: scope })
    const [scheme, twin] = [schemeOf(one.spot.side, name), schemeOf(other.spot.side, twinName)]
    if (scheme !== undefined && twin !== undefined) {
      visit.enter('securityScheme', [scheme], [twin], { step: `security ${name}` })
    }
  }
}

const withoutProse = (value: unknown): unknown =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key !== 'description')) : value

/** The same schemes, by name, or by what they are. */
const isTwin = (one: Alternative, other: Alternative): boolean => {
  if (one.name === other.name) return true
  const definitions = ({ spot, scopes }: Alternative): unknown[] =>
    [...scopes.keys()].map((name) => withoutProse(schemeOf(spot.side, name)?.value))
  const old = definitions(one)
  return old.every(isObject) && isSame(old, definitions(other))
}

const pairUp = (old: readonly Alternative[], fresh: readonly Alternative[]) => {
  const left = [...fresh]
  const pairs: [Alternative, Alternative][] = []
  const gone: Alternative[] = []
  for (const one of old) {
    const exact = left.find((other) => other.name === one.name && isSame([...other.scopes], [...one.scopes]))
    const twin =
      exact ?? left.find(({ name }) => name === one.name) ?? left.find((other) => isTwin(one, other))
    if (twin === undefined) gone.push(one)
    else {
      pairs.push([one, twin])
      left.splice(left.indexOf(twin), 1)
    }
  }
  return { pairs, gone, come: left }
}

/** Compares what two operations demand of a caller; `inherits` where the list of the document applies. */
export const compareSecurity = (visit: Visit, from: Spot, to: Spot, inherits: boolean): void => {
  const [old, fresh] = [demandOf(from, inherits), demandOf(to, inherits)]
  const places = { from: old.spot, to: fresh.spot, owner: fresh.spot }
  if (old.isFree && !fresh.isFree) visit.note('security-required', places)
  if (!old.isFree && fresh.isFree) visit.note('security-no-longer-required', places)
  const { pairs, gone, come } = pairUp(old.alternatives, fresh.alternatives)
  for (const [one, other] of pairs) compareScopes(visit, one, other, fresh.spot)
  // The one who needs no credentials is not hurt by fewer ways to show them.
  if (!fresh.isFree || fresh.alternatives.length > 0) {
    for (const { spot, name } of gone)
      visit.note('security-alternative-removed', { ...places, from: spot, name })
  }
  if (!old.isFree || old.alternatives.length > 0) {
    for (const { spot, name } of come) visit.note('security-alternative-added', { ...places, to: spot, name })
  }
}

const compareFlow = (visit: Visit, from: Spot, to: Spot): void => {
  for (const name of ['authorizationUrl', 'tokenUrl', 'refreshUrl']) {
    const [before, after] = [member(from.value, name), member(to.value, name)]
    if (before !== after)
      visit.note('security-url-changed', { ...membersOf(from, to, name), owner: to, name, before, after })
  }
  const [old, fresh] = [childrenOf(childOf(from, 'scopes')), childrenOf(childOf(to, 'scopes'))]
  for (const [name, spot] of old) {
    if (!fresh.has(name)) visit.note('security-flow-scope-removed', { from: spot, to, owner: from, name })
  }
  for (const [name, spot] of fresh) {
    if (!old.has(name)) visit.note('security-flow-scope-added', { from, to: spot, owner: to, name })
  }
}

const compareFlows = (visit: Visit, from: Spot, to: Spot): void => {
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
    const places = membersOf(from, to, 'openIdConnectUrl')
    visit.note('security-url-changed', { ...places, owner: to, name: 'openIdConnectUrl', before, after })
  }
  compareFlows(visit, from, to)
  noteProse(visit, from, to)
}

import { isSame } from '../equal/canonical.js'
import { member, textsOf } from '../../document/index.js'
import { childOf, childrenOf, type Fragment, rootFragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/node.js'
import { hasLostValues, type Server } from './addresses.js'
import { operationKind, type Operation } from './operations.js'
import { serversFor } from './pairing.js'
import { noteProse } from './prose.js'
import { rootServers, routesOf, type Side } from './routes.js'

/** Two lists of servers, and the servers on each side whose addresses the other lacks. */
interface Servers {
  readonly from: readonly Server[]
  readonly to: readonly Server[]
  readonly lost: (server: Server) => boolean
  readonly gained: (server: Server) => boolean
  /** The owners of the lists. */
  readonly owners: readonly [from: Fragment, to: Fragment]
}

const textOfVariable = (variable: Fragment | undefined): unknown =>
  variable && {
    default: member(variable.value, 'default'),
    enum: textsOf(member(variable.value, 'enum')).sort(),
  }

/**
 * Compares the variables of two servers with one URL.
 * @returns whether a value was lost
 */
const compareVariables = (visit: Visit, from: Fragment, to: Fragment, isLost: boolean): boolean => {
  const [old, fresh] = [childrenOf(childOf(from, 'variables')), childrenOf(childOf(to, 'variables'))]
  let lost = false
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    const [before, after] = [textOfVariable(old.get(name)), textOfVariable(fresh.get(name))]
    if (isSame(before, after)) continue
    const isNarrower = isLost && hasLostValues(old.get(name), fresh.get(name))
    lost ||= isNarrower
    const locations = { from: old.get(name) ?? from, to: fresh.get(name) ?? to }
    const kind = isNarrower ? 'server-variable-changed' : 'server-variable-extended'
    visit.report(kind, { ...locations, owner: to, name, before, after })
  }
  return lost
}

/**
 * The counterparts of servers: of those with one URL the one with the same description, otherwise the next.
 */
const pairedServers = (from: readonly Server[], to: readonly Server[]): ReadonlyMap<Server, Server> => {
  const pairs = new Map<Server, Server>()
  const free = new Set(to)
  const isAlike = (one: Server, other: Server): boolean => isSame(one.fragment.value, other.fragment.value)
  const hasUrl = (one: Server, other: Server): boolean => one.url === other.url
  for (const fits of [isAlike, hasUrl]) {
    for (const server of from.filter((one) => !pairs.has(one))) {
      const counterpart = [...free].find((one) => fits(server, one))
      if (counterpart === undefined) continue
      pairs.set(server, counterpart)
      free.delete(counterpart)
    }
  }
  return pairs
}

const compareLists = (visit: Visit, { from, to, lost, gained, owners }: Servers): void => {
  const pairs = pairedServers(from, to)
  const paired = new Set(pairs.values())
  for (const server of from) {
    const { fragment, url } = server
    const counterpart = pairs.get(server)?.fragment
    const isTold = counterpart !== undefined && compareVariables(visit, fragment, counterpart, lost(server))
    if (counterpart !== undefined) noteProse(visit, fragment, counterpart)
    if (lost(server) && !isTold)
      visit.report('server-removed', { from: fragment, to: owners[1], owner: owners[0], name: url })
  }
  for (const server of to) {
    if (gained(server) && !paired.has(server))
      visit.report('server-added', {
        from: owners[0],
        to: server.fragment,
        owner: owners[1],
        name: server.url,
      })
  }
}

/** Compares the servers of two documents. Only addresses that operations lost or gained count. */
export function compareRootServers(visit: Visit, from: Fragment, to: Fragment): void {
  const routes = routesOf(from.document, to.document)
  compareLists(visit, {
    from: rootServers(from.document),
    to: rootServers(to.document),
    lost: ({ fragment }) => routes.from.states.get(fragment.pointer) === 'lost',
    gained: ({ fragment }) => routes.to.states.get(fragment.pointer) === 'lost',
    owners: [from, to],
  })
}

const isOfRoot = ({ fragment }: Server): boolean => fragment.pointer.startsWith('#/servers/')

/** Compares the servers of two operations. Those of the document are compared with it, unless some operations lose them. */
export function compareServers(visit: Visit, from: Operation, to: Operation): void {
  const isRouted = operationKind(to.entry) === 'operation'
  const [old, fresh] = [serversFor(from), serversFor(to)]
  if (!isRouted && [...old, ...fresh].every(isOfRoot)) return
  const routes = routesOf(from.fragment.document, to.fragment.document)
  const [lost, gained] = [routes.from.lostBy(from, to), routes.to.lostBy(to, from)]
  const isOwn = (server: Server, { states }: Side): boolean =>
    !isRouted || !isOfRoot(server) || states.get(server.fragment.pointer) === 'mixed'
  const ownerOf = (list: readonly Server[], { fragment }: Operation): Fragment =>
    isRouted && list.every(isOfRoot) ? rootFragment(fragment.document) : fragment
  compareLists(visit, {
    from: old.filter((one) => isOwn(one, routes.from)),
    to: fresh.filter((one) => isOwn(one, routes.to)),
    lost: (one) => lost.has(one),
    gained: (one) => gained.has(one),
    owners: [ownerOf(old, from), ownerOf(fresh, to)],
  })
}

import { bareTemplate, groupedBy, member, once, textsOf } from '../../document/index.js'
import { isSame } from '../engine/equal.js'
import {
  childOf,
  childrenOf,
  type ComparedDocument,
  type Fragment,
  rootFragment,
  type Visit,
} from '../engine/node.js'
import {
  AddressSet,
  hasLostValues,
  type Operation,
  operationKind,
  operationsIn,
  type Server,
} from './operations.js'
import { isMoved, type OperationPair, pairOperations, serversFor } from './pairing.js'
import { noteProse } from './prose.js'

/** The servers that all operations of a document share. */
const rootServers = (document: ComparedDocument): readonly Server[] => {
  const root = rootFragment(document)
  return serversFor({ fragment: root, item: root })
}

const addressesOf = (servers: readonly Server[], path: string): string[] =>
  servers.length === 0 ? [path] : servers.flatMap(({ addresses }) => addresses.map((one) => one + path))

/** Servers of an operation with an address that no partner has. A move alone loses no server. */
const serversLost = (one: Operation, partners: readonly Operation[]): ReadonlySet<Server> => {
  const path = bareTemplate(one.path)
  const found = new AddressSet(
    partners.flatMap((other) =>
      addressesOf(serversFor(other), isMoved(one, other) ? path : bareTemplate(other.path)),
    ),
  )
  return new Set(
    serversFor(one).filter((server) => !addressesOf([server], path).every((at) => found.has(at))),
  )
}

/** Whether the operations that use a server find its addresses on the other side: all, none or some. */
type ServerState = 'kept' | 'lost' | 'mixed'

/** One direction of the comparison: the addresses that operations of one side lack on the other. */
interface Side {
  /** Servers of an operation with an address that is missing on the other side. */
  readonly lostBy: (operation: Operation, partner: Operation) => ReadonlySet<Server>
  /** The state of each server of the document, by its pointer. */
  readonly states: ReadonlyMap<string, ServerState>
}

type Pair = readonly [one: Operation, partner: Operation]

const keyOf = ({ method, entry }: Operation): string => `${method} ${entry.pointer}`

const sideOf = (pairs: readonly Pair[], own: ComparedDocument, other: ComparedDocument): Side => {
  const groups = groupedBy(pairs, ([one]) => keyOf(one))
  const losses = new Map(
    Array.from(groups, ([key, all]) => [
      key,
      serversLost(
        all[0][0],
        all.map(([, partner]) => partner),
      ),
    ]),
  )
  const servers = rootServers(own)
  const users = [...groups.values()].filter(([[one]]) => serversFor(one) === servers)
  const found = new AddressSet(addressesOf(rootServers(other), ''))
  const isKept = ({ addresses }: Server): boolean => addresses.every((one) => found.has(one))
  const stateOf = (server: Server): ServerState => {
    if (users.length === 0) return isKept(server) ? 'kept' : 'lost'
    const count = users.filter(([[one]]) => losses.get(keyOf(one))?.has(server)).length
    return count === 0 ? 'kept' : count === users.length ? 'lost' : 'mixed'
  }
  return {
    lostBy: (one, partner) => losses.get(keyOf(one)) ?? serversLost(one, [partner]),
    states: new Map(servers.map((one) => [one.fragment.pointer, stateOf(one)])),
  }
}

/** The paired operations of two documents, and the servers at which they are no longer, or newly, available. */
interface Routes {
  readonly pairs: readonly OperationPair[]
  /** Servers that the newer document lacks. */
  readonly from: Side
  /** Servers that the older document lacks. */
  readonly to: Side
}

const routesOfDocuments = (from: ComparedDocument, to: ComparedDocument): Routes => {
  const [old, fresh] = [from, to].map((one) => operationsIn(childOf(rootFragment(one), 'paths')))
  const pairs = pairOperations(old ?? new Map(), fresh ?? new Map())
  const both = pairs.flatMap((pair): Pair[] => (pair.from && pair.to ? [[pair.from, pair.to]] : []))
  return {
    pairs,
    from: sideOf(both, from, to),
    to: sideOf(
      both.map(([one, other]) => [other, one]),
      to,
      from,
    ),
  }
}

const routesFrom = once((from: ComparedDocument) =>
  once((to: ComparedDocument) => routesOfDocuments(from, to)),
)

/** The routes of two documents. */
export function routesOf(from: ComparedDocument, to: ComparedDocument): Routes {
  return routesFrom(from)(to)
}

/** Two lists of servers, and the servers on each side whose addresses the other lacks. */
interface Servers {
  readonly from: readonly Server[]
  readonly to: readonly Server[]
  readonly lost: (server: Server) => boolean
  readonly gained: (server: Server) => boolean
  readonly owners: readonly [from: Fragment, to: Fragment]
}

const textOfVariable = (variable: Fragment | undefined): unknown =>
  variable && {
    default: member(variable.value, 'default'),
    enum: textsOf(member(variable.value, 'enum')).sort(),
  }

/** Compares the variables of two servers with one URL. @returns whether a value was lost */
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

/** The counterparts of servers: of those with one URL the one of equal description, else the next. */
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

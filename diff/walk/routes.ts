import { bareTemplate, groupedBy, once } from '../../document/index.js'
import { childOf, type ComparedDocument, rootFragment } from '../fragments/fragment.js'
import { AddressSet, type Server } from './addresses.js'
import { operationsIn, type Operation } from './operations.js'
import { isMoved, type OperationPair, pairOperations, serversFor } from './pairing.js'

/** The servers that all operations of a document share. */
export function rootServers(document: ComparedDocument): readonly Server[] {
  const root = rootFragment(document)
  return serversFor({ fragment: root, item: root })
}

const addressesOf = (servers: readonly Server[], path: string): string[] =>
  servers.length === 0 ? [path] : servers.flatMap(({ addresses }) => addresses.map((one) => one + path))

/**
 * The servers of an operation with an address that none of its partners has. A move alone loses no server.
 */
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

/**
 * Whether the addresses of a server are found on the other side by all operations that use it, by none, or by some.
 */
type ServerState = 'kept' | 'lost' | 'mixed'

/** One direction of the comparison: the addresses that operations of one side lack on the other. */
export interface Side {
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
export interface Routes {
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

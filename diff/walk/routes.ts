import { bareTemplate } from '../../document/index.js'
import { childOf, type ComparedDocument, rootFragment } from '../fragments/fragment.js'
import { AddressSet, prefixesOf, type Server } from './addresses.js'
import { operationsIn, type Operation } from './operations.js'
import { isAtSameAddress, type OperationPair, pairOperations, serversFor } from './pairing.js'

/**
 * Whether the addresses of a server are found on the other side by all operations that use it, by none, or by some.
 */
export type ServerState = 'kept' | 'lost' | 'mixed'

const keyOf = ({ method, path }: Operation): string => `${method} ${path}`

const rootServers = (document: ComparedDocument): readonly Server[] => {
  const root = rootFragment(document)
  return serversFor({ fragment: root, item: root })
}

const addressesOf = (servers: readonly Server[], path: string): string[] =>
  servers.length === 0 ? [path] : servers.flatMap(({ addresses }) => addresses.map((one) => one + path))

/** One direction of the comparison: the addresses that operations of one side lack on the other. */
class Side {
  readonly #partners = new Map<string, Operation[]>()
  readonly #operations = new Map<string, Operation>()
  readonly #losses = new Map<string, ReadonlySet<Server>>()
  readonly #ids = new Map<readonly Server[], number>()
  readonly #own: ComparedDocument
  readonly #other: ComparedDocument
  #states: ReadonlyMap<string, ServerState> | undefined

  constructor(own: ComparedDocument, other: ComparedDocument) {
    this.#own = own
    this.#other = other
  }

  add(one: Operation, partner: Operation): void {
    const key = keyOf(one)
    this.#operations.set(key, one)
    const partners = this.#partners.get(key)
    if (partners === undefined) this.#partners.set(key, [partner])
    else partners.push(partner)
  }

  /** Servers of an operation with an address that is missing on the other side. */
  lostBy(operation: Operation): ReadonlySet<Server> {
    const partners = this.#partners.get(keyOf(operation)) ?? []
    const own = serversFor(operation)
    const [first] = partners
    const isOne = partners.length === 1 && first !== undefined
    const isSpread = isOne && isAtSameAddress(operation, first)
    const [prefix, otherPrefix] = isSpread ? prefixesOf(operation.path, first.path) : ['', '']
    const path = isOne ? prefix : bareTemplate(operation.path)
    const others = partners.map(
      (one) => [serversFor(one), isOne ? otherPrefix : bareTemplate(one.path)] as const,
    )
    const key = JSON.stringify([this.#id(own), path, ...others.map(([list, end]) => [this.#id(list), end])])
    const known = this.#losses.get(key)
    if (known !== undefined) return known
    const found = new AddressSet(others.flatMap(([list, end]) => addressesOf(list, end)))
    const lost = new Set(own.filter(({ addresses }) => addresses.some((one) => !found.has(one + path))))
    this.#losses.set(key, lost)
    return lost
  }

  /** The state of each server of the document, by its pointer. */
  get states(): ReadonlyMap<string, ServerState> {
    this.#states ??= this.#statesOfRoot()
    return this.#states
  }

  #id(list: readonly Server[]): number {
    const id = this.#ids.get(list) ?? this.#ids.size
    this.#ids.set(list, id)
    return id
  }

  #statesOfRoot(): ReadonlyMap<string, ServerState> {
    const servers = rootServers(this.#own)
    const users = [...this.#operations.values()].filter((one) => serversFor(one) === servers)
    if (users.length === 0) {
      const found = new AddressSet(addressesOf(rootServers(this.#other), ''))
      const isKept = ({ addresses }: Server): boolean => addresses.every((one) => found.has(one))
      return new Map(servers.map((one) => [one.fragment.pointer, isKept(one) ? 'kept' : 'lost']))
    }
    const losers = new Map<Server, number>()
    for (const one of users) {
      for (const server of this.lostBy(one)) losers.set(server, (losers.get(server) ?? 0) + 1)
    }
    const stateOf = (count: number): ServerState =>
      count === 0 ? 'kept' : count === users.length ? 'lost' : 'mixed'
    return new Map(servers.map((one) => [one.fragment.pointer, stateOf(losers.get(one) ?? 0)]))
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
  const sides = { from: new Side(from, to), to: new Side(to, from) }
  for (const pair of pairs) {
    if (pair.from === undefined || pair.to === undefined) continue
    sides.from.add(pair.from, pair.to)
    sides.to.add(pair.to, pair.from)
  }
  return { pairs, ...sides }
}

const known = new WeakMap<ComparedDocument, WeakMap<ComparedDocument, Routes>>()

/** The routes of two documents. Cached. */
export function routesOf(from: ComparedDocument, to: ComparedDocument): Routes {
  const inner = known.get(from) ?? new WeakMap<ComparedDocument, Routes>()
  known.set(from, inner)
  const routes = inner.get(to) ?? routesOfDocuments(from, to)
  inner.set(to, routes)
  return routes
}

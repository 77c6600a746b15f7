import { bareTemplate, groupedBy, member, once, textsOf } from '../../document/index.js'
import { canonical, isSame, pairsByText } from '../engine/equal.js'
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
  type Operations,
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

type Pair = readonly [one: Operation, partner: Operation]

const keyOf = ({ method, entry }: Operation): string => `${method} ${entry.pointer}`

/** The servers of one side with an address that the other lacks: by operation, and those that no operation finds. */
interface Losses {
  readonly byOperation: ReadonlyMap<string, ReadonlySet<Server>>
  readonly everywhere: ReadonlySet<Server>
}

const lossesOf = (pairs: readonly Pair[], own: ComparedDocument, other: ComparedDocument): Losses => {
  const groups = [...groupedBy(pairs, ([one]) => keyOf(one))].map(([key, all]) => {
    const [one] = all[0]
    const partners = all.map(([, partner]) => partner)
    return { key, isOfRoot: serversFor(one) === rootServers(own), lost: serversLost(one, partners) }
  })
  const users = groups.filter(({ isOfRoot }) => isOfRoot)
  const found = new AddressSet(addressesOf(rootServers(other), ''))
  const isLost = (server: Server): boolean =>
    users.length === 0
      ? !server.addresses.every((one) => found.has(one))
      : users.every(({ lost }) => lost.has(server))
  return {
    byOperation: new Map(groups.map(({ key, lost }) => [key, lost])),
    everywhere: new Set(rootServers(own).filter(isLost)),
  }
}

/** The paired operations of two documents, and the servers at which they are no longer, or newly, available. */
interface Routes {
  readonly pairs: readonly OperationPair[]
  readonly lost: Losses
  readonly gained: Losses
}

const operationsOf = (document: ComparedDocument): Operations =>
  operationsIn(childOf(rootFragment(document), 'paths'), bareTemplate)

const routesFrom = once((from: ComparedDocument) =>
  once((to: ComparedDocument): Routes => {
    const pairs = pairOperations(operationsOf(from), operationsOf(to))
    const both = pairs.flatMap((pair): Pair[] => (pair.from && pair.to ? [[pair.from, pair.to]] : []))
    const reversed = both.map(([one, other]): Pair => [other, one])
    return { pairs, lost: lossesOf(both, from, to), gained: lossesOf(reversed, to, from) }
  }),
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

/** The counterparts of servers: of those with one URL the equal one, else the next. */
const pairedServers = (from: readonly Server[], to: readonly Server[]): ReadonlyMap<Server, Server> => {
  const equal = pairsByText(from, to, ({ fragment }) => canonical(fragment.value))
  const taken = new Set(equal.flat())
  const isLeft = (one: Server): boolean => !taken.has(one)
  return new Map([...equal, ...pairsByText(from.filter(isLeft), to.filter(isLeft), ({ url }) => url)])
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
    if (!gained(server) || paired.has(server)) continue
    visit.report('server-added', { from: owners[0], to: server.fragment, owner: owners[1], name: server.url })
  }
}

/** Compares the servers of two documents. Only addresses that operations lost or gained count. */
export function compareRootServers(visit: Visit, from: Fragment, to: Fragment): void {
  const routes = routesOf(from.document, to.document)
  compareLists(visit, {
    from: rootServers(from.document),
    to: rootServers(to.document),
    lost: (server) => routes.lost.everywhere.has(server),
    gained: (server) => routes.gained.everywhere.has(server),
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
  const lost = routes.lost.byOperation.get(keyOf(from)) ?? serversLost(from, [to])
  const gained = routes.gained.byOperation.get(keyOf(to)) ?? serversLost(to, [from])
  const isOwn = (server: Server, missing: ReadonlySet<Server>, { everywhere }: Losses): boolean =>
    !isRouted || !isOfRoot(server) || (missing.has(server) && !everywhere.has(server))
  const ownerOf = (list: readonly Server[], { fragment }: Operation): Fragment =>
    isRouted && list.every(isOfRoot) ? rootFragment(fragment.document) : fragment
  compareLists(visit, {
    from: old.filter((one) => isOwn(one, lost, routes.lost)),
    to: fresh.filter((one) => isOwn(one, gained, routes.gained)),
    lost: (one) => lost.has(one),
    gained: (one) => gained.has(one),
    owners: [ownerOf(old, from), ownerOf(fresh, to)],
  })
}

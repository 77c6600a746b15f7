import {
  addTo,
  bareTemplate,
  cached,
  groupedBy,
  isObject,
  member,
  once,
  textOf as textOfMember,
  textsOf,
} from '../../document/index.js'
import { canonical, isSame, nameSimilarity, ownersOf, pairsByText, wordsOf } from '../engine/equal.js'
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
  anyText,
  hasLostValues,
  type Operation,
  operationKind,
  type Operations,
  operationsIn,
  type Server,
  serversOf,
} from './operations.js'
import { noteProse } from './prose.js'

/** Matching operations of both sides, or one without a match. */
interface OperationPair {
  readonly from?: Operation
  readonly to?: Operation
}

/** Limit on the bases considered in finding an operation by its address. */
const maxBases = 64

/** The servers of each list in a document, by its pointer. */
const serversIn = once((_document: ComparedDocument) => new Map<string, readonly Server[]>())

/** The servers of an operation: its own, those of its path item, or those of the document. */
const serversFor = ({ fragment, item }: Pick<Operation, 'fragment' | 'item'>): readonly Server[] => {
  const { document } = fragment
  const holders = [fragment, item, rootFragment(document)].map((holder) => childOf(holder, 'servers'))
  const list = holders.find((one) => Array.isArray(one?.value) && one.value.length > 0)
  if (list === undefined) return []
  return cached(serversIn(document), list.pointer, () => serversOf(list))
}

const basesOf = (operation: Operation): readonly string[] => {
  const servers = serversFor(operation)
  if (servers.length === 0) return ['']
  return [...new Set(servers.flatMap(({ bases }) => bases))].slice(0, maxBases)
}

const addressesOf = (operation: Operation): readonly string[] =>
  basesOf(operation).map((base) => `${operation.method} ${base}${bareTemplate(operation.path)}`)

/** Whether two operations have an address in common, apart from the host. */
const isAtSameAddress = (from: Operation, to: Operation): boolean => {
  const addresses = new Set(addressesOf(from))
  return addressesOf(to).some((address) => addresses.has(address))
}

/** Whether two operations differ in address. A prefix between the servers and the path does not move them. */
export function isMoved(from: Operation, to: Operation): boolean {
  if (from.method !== to.method) return true
  return bareTemplate(from.path) !== bareTemplate(to.path) && !isAtSameAddress(from, to)
}

const byAddress = (operations: Iterable<Operation>): ReadonlyMap<string, readonly Operation[]> => {
  const found = new Map<string, Operation[]>()
  for (const operation of operations)
    for (const address of addressesOf(operation)) addTo(found, address, operation)
  return found
}

const prose = new Set(['summary', 'description', 'tags', 'externalDocs', 'operationId', 'deprecated'])

const textOf = ({ fragment: { value } }: Operation): string =>
  isObject(value)
    ? canonical(Object.fromEntries(Object.entries(value).filter(([key]) => !prose.has(key))))
    : ''

/** Operations with less text than this are not distinctive enough. */
const minTextLength = 150

const isLikely = (from: Operation, to: Operation): boolean =>
  textOf(from) === textOf(to) || (from.method === to.method && nameSimilarity(from.path, to.path) >= 0.3)

/** The words of a path that describe its subject: without versions, common prefixes, parameters and plurals. */
const subjectOf = (path: string): string =>
  wordsOf(bareTemplate(path))
    .filter((word) => !/^(v?\d+|api|rest|public|beta|alpha)$/.test(word))
    .map((word) => word.replace(/s$/, ''))
    .join(' ')

const summaryOf = ({ fragment }: Operation): string | undefined =>
  textOfMember(member(fragment.value, 'summary'))

/** Equal operations are the same if their paths have the same subject or their summaries are equal. */
const isEvident = (from: Operation, to: Operation): boolean => {
  if (nameSimilarity(from.path, to.path) < 0.5) return false
  if (subjectOf(from.path) === subjectOf(to.path)) return true
  const summary = summaryOf(from)
  return summary !== undefined && summary !== '' && summary === summaryOf(to)
}

/**
 * Pairs the operations of two documents: by method and path if an address is kept, by address, by method and path
 * alone, and finally by evidence: the same operationId, or equal to exactly one other. An operation has several
 * partners if its addresses are spread over several paths.
 */
const pairOperations = (before: Operations, after: Operations): readonly OperationPair[] => {
  const [left, right] = [new Set(before.values()), new Set(after.values())]
  const pairs = new Map<Operation, readonly Operation[]>()
  const take = (from: Operation, targets: readonly Operation[]): void => {
    pairs.set(from, targets)
    left.delete(from)
    for (const to of targets) right.delete(to)
  }
  const takeBy = (textOf: (one: Operation) => string | undefined, isOne: typeof isAtSameAddress): void => {
    const textsOf = (one: Operation): readonly string[] => [textOf(one) ?? []].flat()
    const counterparts = ownersOf(right, textsOf)
    for (const [text, from] of ownersOf(left, textsOf)) {
      const to = counterparts.get(text)
      if (from !== undefined && to !== undefined && isOne(from, to)) take(from, [to])
    }
  }
  const keys = new Map([...before, ...after].map(([key, operation]) => [operation, key]))
  // Several paths may differ only in the names of their parameters.
  takeBy(({ method, path }) => `${method} ${path}`, isAtSameAddress)
  takeBy((one) => keys.get(one), isAtSameAddress)
  const index = byAddress(right)
  for (const from of left) {
    const targets = new Set(addressesOf(from).flatMap((address) => index.get(address) ?? []))
    if (targets.size > 0) take(from, [...targets])
  }
  takeBy(
    (one) => keys.get(one),
    () => true,
  )
  takeBy(({ id }) => id, isLikely)
  takeBy((one) => {
    const text = textOf(one)
    return text.length < minTextLength ? undefined : `${one.method} ${text}`
  }, isEvident)
  const paired = [...before.values()].flatMap((from): OperationPair[] => {
    const targets = pairs.get(from)
    return targets === undefined ? [{ from }] : targets.map((to) => ({ from, to }))
  })
  return [...paired, ...Array.from(right, (to) => ({ to }))]
}

/** The reason for assuming that two operations are the same. */
export function guessOf(from: Operation, to: Operation): string {
  return from.id !== undefined && from.id === to.id
    ? `One operation was removed and one was added, and both have the operationId \`${from.id}\`.`
    : 'One operation was removed and one was added, and they are equal except for prose.'
}

/** The servers that all operations of a document share. */
const rootServers = (document: ComparedDocument): readonly Server[] => {
  const root = rootFragment(document)
  return serversFor({ fragment: root, item: root })
}

const addressesAt = (servers: readonly Server[], bare: string): string[] => {
  const path = bare.replaceAll('{}', anyText)
  return servers.length === 0
    ? [path]
    : servers.flatMap(({ addresses }) => addresses.map((one) => one + path))
}

/** Servers of an operation with an address that no partner has. A move alone loses no server. */
const serversLost = (one: Operation, partners: readonly Operation[]): ReadonlySet<Server> => {
  const path = bareTemplate(one.path)
  const found = new AddressSet(
    partners.flatMap((other) =>
      addressesAt(serversFor(other), isMoved(one, other) ? path : bareTemplate(other.path)),
    ),
  )
  return new Set(
    serversFor(one).filter((server) => !addressesAt([server], path).every((at) => found.has(at))),
  )
}

type Pair = readonly [one: Operation, partner: Operation]

const keyOf = ({ method, entry }: Operation): string => `${method} ${entry.pointer}`

/** The servers of one side with an address that the other lacks: by operation, and those that no operation finds. */
interface Losses {
  readonly byOperation: ReadonlyMap<string, ReadonlySet<Server>>
  readonly everywhere: ReadonlySet<Server>
}

const lossesOf = (pairs: readonly Pair[], document: ComparedDocument, other: ComparedDocument): Losses => {
  const groups = [...groupedBy(pairs, ([one]) => keyOf(one))].map(([key, all]) => {
    const [one] = all[0]
    const partners = all.map(([, partner]) => partner)
    return { key, isOfRoot: serversFor(one) === rootServers(document), lost: serversLost(one, partners) }
  })
  const users = groups.filter(({ isOfRoot }) => isOfRoot)
  const found = new AddressSet(addressesAt(rootServers(other), ''))
  const isLost = (server: Server): boolean =>
    users.length === 0
      ? !server.addresses.every((one) => found.has(one))
      : users.every(({ lost }) => lost.has(server))
  return {
    byOperation: new Map(groups.map(({ key, lost }) => [key, lost])),
    everywhere: new Set(rootServers(document).filter(isLost)),
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
  const [variablesBefore, variablesAfter] = [
    childrenOf(childOf(from, 'variables')),
    childrenOf(childOf(to, 'variables')),
  ]
  let lost = false
  for (const name of new Set([...variablesBefore.keys(), ...variablesAfter.keys()])) {
    const [before, after] = [
      textOfVariable(variablesBefore.get(name)),
      textOfVariable(variablesAfter.get(name)),
    ]
    if (isSame(before, after)) continue
    const isNarrower = isLost && hasLostValues(variablesBefore.get(name), variablesAfter.get(name))
    lost ||= isNarrower
    const locations = { from: variablesBefore.get(name) ?? from, to: variablesAfter.get(name) ?? to }
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
    const isReported =
      counterpart !== undefined && compareVariables(visit, fragment, counterpart, lost(server))
    if (counterpart !== undefined) noteProse(visit, fragment, counterpart)
    if (lost(server) && !isReported)
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
  const [before, after] = [serversFor(from), serversFor(to)]
  if (!isRouted && [...before, ...after].every(isOfRoot)) return
  const routes = routesOf(from.fragment.document, to.fragment.document)
  const lost = routes.lost.byOperation.get(keyOf(from)) ?? serversLost(from, [to])
  const gained = routes.gained.byOperation.get(keyOf(to)) ?? serversLost(to, [from])
  const isOwn = (server: Server, missing: ReadonlySet<Server>, { everywhere }: Losses): boolean =>
    !isRouted || !isOfRoot(server) || (missing.has(server) && !everywhere.has(server))
  const ownerOf = (list: readonly Server[], { fragment }: Operation): Fragment =>
    isRouted && list.every(isOfRoot) ? rootFragment(fragment.document) : fragment
  compareLists(visit, {
    from: before.filter((one) => isOwn(one, lost, routes.lost)),
    to: after.filter((one) => isOwn(one, gained, routes.gained)),
    lost: (one) => lost.has(one),
    gained: (one) => gained.has(one),
    owners: [ownerOf(before, from), ownerOf(after, to)],
  })
}

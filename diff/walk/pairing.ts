import {
  addTo,
  bareTemplate,
  cached,
  isObject,
  member,
  once,
  textOf as textOfMember,
} from '../../document/index.js'
import { canonical, nameSimilarity, ownersOf, wordsOf } from '../engine/equal.js'
import { childOf, type ComparedDocument, rootFragment } from '../engine/node.js'
import { type Operation, type Operations, type Server, serversOf } from './operations.js'

/** Matching operations of both sides, or one without a match. */
export interface OperationPair {
  readonly from?: Operation
  readonly to?: Operation
}

/** Limit on the bases considered in finding an operation by its address. */
const maxBases = 64

/** The servers of each list in a document, by its pointer. */
const serversIn = once((_document: ComparedDocument) => new Map<string, readonly Server[]>())

/** The servers of an operation: its own, those of its path item, or those of the document. */
export function serversFor({ fragment, item }: Pick<Operation, 'fragment' | 'item'>): readonly Server[] {
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
export function pairOperations(old: Operations, fresh: Operations): readonly OperationPair[] {
  const [left, right] = [new Set(old.values()), new Set(fresh.values())]
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
  const keys = new Map([...old, ...fresh].map(([key, operation]) => [operation, key]))
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
  const paired = [...old.values()].flatMap((from): OperationPair[] => {
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

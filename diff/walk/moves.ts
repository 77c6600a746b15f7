import { canonical } from '../equal/canonical.js'
import { nameSimilarity, wordsOf } from '../equal/similarity.js'
import { bareTemplate, isObject, member, textOf as textOfMember } from '../../document/index.js'
import type { Operation } from './operations.js'

/** A removed and an added operation that are likely the same. */
export interface Move {
  readonly from: Operation
  readonly to: Operation
}

const prose = new Set(['summary', 'description', 'tags', 'externalDocs', 'operationId', 'deprecated'])

const textOf = ({ fragment: { value } }: Operation): string =>
  isObject(value)
    ? canonical(Object.fromEntries(Object.entries(value).filter(([key]) => !prose.has(key))))
    : ''

/** Operations by a text that is unique to them. */
const uniquely = (
  list: readonly Operation[],
  text: (one: Operation) => string | undefined,
): Map<string, Operation> => {
  const found = new Map<string, Operation>()
  const twice = new Set<string>()
  for (const one of list) {
    const key = text(one)
    if (key === undefined) continue
    if (found.has(key)) twice.add(key)
    found.set(key, one)
  }
  for (const key of twice) found.delete(key)
  return found
}

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

/** Operations that moved: same operationId, or equal to exactly one other operation. */
export function movesOf(removed: readonly Operation[], added: readonly Operation[]): Move[] {
  const moves: Move[] = []
  const taken = new Set<Operation>()
  const take = (
    text: (one: Operation) => string | undefined,
    isOne: (from: Operation, to: Operation) => boolean,
  ) => {
    const free = (one: Operation): boolean => !taken.has(one)
    const fresh = uniquely(added.filter(free), text)
    for (const [key, from] of uniquely(removed.filter(free), text)) {
      const to = fresh.get(key)
      if (to === undefined || !isOne(from, to)) continue
      moves.push({ from, to })
      taken.add(from).add(to)
    }
  }
  take(({ id }) => id, isLikely)
  take((one) => (textOf(one).length < minTextLength ? undefined : `${one.method} ${textOf(one)}`), isEvident)
  return moves
}

/** The reason for assuming that two operations are the same. */
export function guessOf(from: Operation, to: Operation): string {
  return from.id !== undefined && from.id === to.id
    ? `One operation was removed and one was added, and both have the operationId \`${from.id}\`.`
    : 'One operation was removed and one was added, and they are equal except for prose.'
}

import type { CoverageSummary, Reached, UnreachedOperation } from '../model/coverage.js'
import { counted, joined, wordFor } from '../../reporting/index.js'
import { neverSucceeded } from './operation-record.js'

/** Cases that were planned and not sent when a run ended. */
export interface LeftCases {
  readonly cases: number
  readonly operations: number
}

const openIn = ({ reached, of }: Pick<Reached, 'reached' | 'of'>): number => of - reached

const sum = (all: readonly CoverageSummary[], of: (one: CoverageSummary) => number): number =>
  all.reduce((total, one) => total + of(one), 0)

const openPoints = (all: readonly CoverageSummary[]): string[] => {
  const parameters = sum(all, (one) => openIn(one.parameters))
  const values = sum(all, (one) => openIn(one.values))
  const requests = sum(all, (one) => openIn(one.requests))
  return [
    ...(parameters > 0 ? [counted(parameters, 'variation of parameters', 'variations of parameters')] : []),
    ...(values > 0 ? [counted(values, 'enumerated value')] : []),
    ...(requests > 0 ? [counted(requests, 'branch or member', 'branches and members')] : []),
  ]
}

const kindOf = ({ reason }: UnreachedOperation): string => reason.replace(/: .*$/s, '')

/** The statuses that the unreached operations of one kind answered, as a clause. */
const commonOf = (missing: readonly UnreachedOperation[], kind: string): string => {
  const own = missing.filter((one) => kindOf(one) === kind)
  const statuses = new Set(
    own.flatMap(({ reason }) => reason.replace(/^.*?: /s, '').match(/\b\d{3}\b(?! times)/g) ?? []),
  )
  const answered = `${wordFor(own.length, 'it', 'they')} answered ${joined([...statuses].toSorted(), 'or')}`
  return kind === neverSucceeded && statuses.size > 0 ? answered : kind
}

/** The need of most unreached operations, if several need the same. */
const wanted = (all: readonly CoverageSummary[]): string => {
  const missing = all.flatMap(({ operations }) => operations.missing)
  const counts = new Map<string, number>()
  for (const one of missing) counts.set(kindOf(one), (counts.get(kindOf(one)) ?? 0) + 1)
  const [first] = [...counts].toSorted(([, a], [, b]) => b - a)
  const unreached = sum(all, ({ operations }) => openIn(operations))
  if (!first || unreached === 0) return ''
  const share = first[1] === unreached ? '' : `, ${first[1]} of them since`
  return ` ${counted(unreached, 'operation')} never answered 2xx${share}: ${commonOf(missing, first[0])}.`
}

/** The effect of more time, in one or two sentences, from the cases not sent and the points not reached. */
export function whatMoreTimeWouldBuy(left: LeftCases, coverage: readonly CoverageSummary[]): string {
  const points = openPoints(coverage)
  if (left.cases > 0) {
    const more = points.length === 0 ? '' : `; ${joined(points)} of requests were not reached`
    return `More time would buy ${counted(left.cases, 'planned request')} of ${counted(left.operations, 'operation')}${more}.`
  }
  return `More time would buy random variation alone: every planned request was sent.${wanted(coverage)}`
}

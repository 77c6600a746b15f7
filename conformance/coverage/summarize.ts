import type { CoverageSummary, Reached, UnreachedOperation } from '../model/coverage.js'
import type { Api } from '../model/api.js'
import type { CoveragePoint } from '../../document/values/index.js'
import { type OperationRecord, reachableStatuses } from './operation-record.js'
import { pointWords } from './words.js'

/** So many of what was not reached are named. */
const mostNamed = 50
const mostOperations = 500

interface RequestPoint {
  readonly record: OperationRecord
  readonly isReached: boolean
}

const missingOperations = (records: readonly OperationRecord[]): UnreachedOperation[] => {
  const missing = records.filter(({ successes }) => successes === 0)
  // What was called and never worked says most of what is wrong with the settings, or with the service.
  const sorted = [...missing.filter(({ calls }) => calls > 0), ...missing.filter(({ calls }) => calls === 0)]
  return sorted.slice(0, mostOperations).map(({ name, calls, reason }) => ({
    operation: name,
    state: calls === 0 ? 'not-called' : 'never-succeeded',
    reason,
  }))
}

/** Points of operations that work come first: those could be reached at once. */
const isNear = ({ record }: RequestPoint): boolean => record.successes > 0

const ofRequests = (
  { document }: Api,
  points: ReadonlyMap<CoveragePoint, RequestPoint>,
  is: (kind: string) => boolean,
): Reached => {
  const own = [...points].filter(([key]) => is(kindOf(key)))
  const missing = own.filter(([, { isReached }]) => !isReached)
  const sorted = [
    ...missing.filter(([, state]) => isNear(state)),
    ...missing.filter(([, state]) => !isNear(state)),
  ]
  return {
    reached: own.length - missing.length,
    of: own.length,
    missing: sorted.slice(0, mostNamed).map(([key, { record }]) => pointWords(document, key, record)),
  }
}

const kindOf = (key: CoveragePoint): string => key.slice(key.indexOf('\n') + 1).split(' ', 1)[0] ?? ''

const statusesOf = (records: readonly OperationRecord[]): Reached => {
  const all = records.flatMap((record) =>
    reachableStatuses(record.operation).map((status) => ({ record, status })),
  )
  const missing = all.filter(({ record, status }) => !record.declared.has(status))
  const sorted = missing.toSorted((a, b) => Number(a.status > b.status) - Number(a.status < b.status))
  return {
    reached: all.length - missing.length,
    of: all.length,
    missing: sorted.slice(0, mostNamed).map(({ record, status }) => `${record.name}: ${status}`),
  }
}

const ofResponses = ({ document }: Api, points: ReadonlyMap<CoveragePoint, boolean>): Reached => {
  const missing = [...points].filter(([, isReached]) => !isReached)
  return {
    reached: points.size - missing.length,
    of: points.size,
    missing: missing.slice(0, mostNamed).map(([key]) => pointWords(document, key)),
  }
}

/** What was counted: operations whose points are, and the points with whether they were reached. */
interface CountedPoints {
  readonly counted: readonly OperationRecord[]
  readonly requests: ReadonlyMap<CoveragePoint, RequestPoint>
  readonly responses: ReadonlyMap<CoveragePoint, boolean>
}

/** The summary of what was counted. */
export function summarize(
  api: Api,
  records: readonly OperationRecord[],
  { counted, requests, responses }: CountedPoints,
): CoverageSummary {
  return {
    version: api.version,
    operations: {
      called: records.filter(({ calls }) => calls > 0).length,
      reached: records.filter(({ successes }) => successes > 0).length,
      of: records.length,
      missing: missingOperations(records),
    },
    parameters: ofRequests(api, requests, (kind) => kind === 'parameter'),
    values: ofRequests(api, requests, (kind) => kind === 'enum'),
    statuses: statusesOf(counted),
    requests: ofRequests(api, requests, (kind) => kind !== 'parameter' && kind !== 'enum'),
    responses: ofResponses(api, responses),
  }
}

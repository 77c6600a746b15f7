import { groupedBy } from '../../../document/index.js'
import { firstOf } from '../../../reporting/index.js'
import type { CoverageSummary, Reached, UnreachedOperation } from '../../model/report.js'

export interface CoverageLine {
  readonly label: string
  readonly reached: number
  readonly of: number
  /** After the numbers: `answered 2xx`. */
  readonly words: string
  /** The unreached points in words; long lists are cut. */
  readonly missing: readonly string[]
}

const withDetail = ({ operation, reason }: UnreachedOperation, group: string): string =>
  reason === group ? operation : `${operation} (${reason.slice(group.length + 2)})`

/** Unreached operations by reason, the most frequent first. The text after a colon is specific to each operation. */
const unreachedWords = ({ operations: { missing } }: CoverageSummary, named: number): string[] =>
  [...groupedBy(missing, ({ reason }) => reason.split(': ', 1)[0] ?? '')]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([reason, own]) => {
      const operations = own.map((one) => withDetail(one, reason))
      return `${operations.length} ${reason}: ${firstOf(operations, named).join(', ')}`
    })

const lineOf = (label: string, words: string, { reached, of, missing }: Reached): CoverageLine[] =>
  of === 0 ? [] : [{ label, words, reached, of, missing }]

/** The coverage of one document by the kinds of points that it has; each reason names some operations. */
export function coverageLines(summary: CoverageSummary, named: number): CoverageLine[] {
  const { operations, parameters, values, statuses, requests, responses } = summary
  return [
    ...lineOf('operations', 'answered 2xx', { ...operations, missing: unreachedWords(summary, named) }),
    ...lineOf('parameters', 'sent and left out', parameters),
    ...lineOf('enumerated values', 'sent', values),
    ...lineOf('statuses', 'seen, of those declared below 500', statuses),
    ...lineOf('request schemas', 'branches and members sent', requests),
    ...lineOf('response schemas', 'branches, members and values seen', responses),
  ]
}

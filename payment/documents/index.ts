import type { Scenario } from '../../conformance/rules/context.js'
import { unreadBelow, type UnreadPart } from '../../conformance/model/api.js'
import { Inconclusive, NotApplicable } from '../../conformance/model/outcome.js'
import type { Session } from '../../conformance/session/session.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { enumerationJudge } from './enumerations.js'
import { generalErrorDifferences } from './errors.js'
import { eventKindJudge } from './event-kinds.js'
import { headerDifferences, subPartnerJudge } from './headers.js'
import { messageDifferences } from './messages.js'
import { namedOperationJudge } from './operations.js'
import { readDifferences } from './reads.js'
import { refusalDifferences } from './refusals.js'
import { quoteResponseJudge } from './responses.js'
import { quoteJudge } from './quote.js'
import { securityJudge } from './security.js'
import { submissionDifferences } from './submissions.js'
import { type Difference, type DocumentView, type Judge, memoized, distinct } from './view.js'

const only =
  (is: Difference['is']) =>
  (judge: Judge): Judge =>
  (view) =>
    judge(view)?.filter((one) => one.is === is)

/** Of the differences of a judge, those by which a document contradicts what is stated. */
export const contradictions = only('contradicts')
/** Of the differences of a judge, the facts that a document leaves out, or adds to. */
export const omissions = only('lacks')

/** The differences of several judges, found once for all rules that ask. */
export function combined(...judges: readonly Judge[]): Judge {
  return memoized((view: DocumentView) => {
    const found = judges.flatMap((judge) => {
      const differences = judge(view)
      return differences ? [differences] : []
    })
    return found.length === 0 ? undefined : found.flat()
  })
}

/** What a document shows of headers, errors, terms, signings, abilities, autoramps, submissions and messages. */
export const shownStatements = combined(
  refusalDifferences,
  submissionDifferences,
  readDifferences,
  messageDifferences,
  headerDifferences,
  generalErrorDifferences,
)

/** All that a document shows, the quote apart. */
export const shown = combined(
  shownStatements,
  securityJudge,
  enumerationJudge,
  eventKindJudge,
  namedOperationJudge,
)

/** All that a document shows of the quote. */
export const quoteShown = combined(
  quoteJudge('parameters'),
  quoteJudge('types'),
  quoteJudge('limits'),
  quoteResponseJudge,
  quoteJudge('record'),
  subPartnerJudge,
)

const viewOf = memoized((session: Session) =>
  memoized((under: VersionUnderTest): DocumentView => ({ ...under, versions: session.versions })),
)

/**
 * The steps of a rule that follows from the documents alone. What could not be read of a document may have all that seems
 * to be missing or otherwise below it: nothing is said of that.
 */
export function ofDocument(judge: Judge): Scenario {
  return async (context) => {
    const { under, session } = context
    const differences = judge(viewOf(session)(under))
    if (!differences) throw new NotApplicable('the document shows nothing of what the rule is about')
    let unread: UnreadPart | undefined
    for (const { message, pointer } of distinct(differences)) {
      const part = pointer === undefined ? undefined : unreadBelow(under.api, pointer)
      unread ??= part
      if (!part) context.violate(message, undefined, pointer)
    }
    if (unread && context.violations.length === 0)
      throw new Inconclusive(`${unread.pointer} of the document could not be read: ${unread.message}`)
  }
}

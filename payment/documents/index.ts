import { groupedBy, once } from '../../document/index.js'
import type { Scenario } from '../../conformance/rules/context.js'
import { unreadBelow, type UnreadPart } from '../../conformance/model/case.js'
import { Inconclusive, NotApplicable } from '../../conformance/model/outcome.js'
import type { Session } from '../../conformance/session/session.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { readDifferences } from './reads.js'
import { eventKindJudge } from './event-kinds.js'
import { groupJudge, namedOperationJudge, securityJudge } from './operations.js'
import { headerDifferences, subPartnerJudge } from './headers.js'
import { messageDifferences } from './messages.js'
import { quoteResponseJudge, refusalDifferences } from './responses.js'
import { enumerationJudge, statementJudge, quoteJudge } from './stated.js'
import { type Difference, type DocumentView, type Judge, distinct } from './view.js'

const only = (is: Difference['is'], found: ReturnType<Judge>): readonly Difference[] | undefined =>
  found && [...found].filter((one) => one.is === is)

/** Only the differences that contradict the specification. */
export function contradictions(judge: Judge): Judge {
  return (view) => only('contradicts', judge(view))
}

/** A message without specifics: quoted texts, routes, statuses. */
const kindOf = ({ message }: Difference): string =>
  message.replaceAll(/`[^`]*`|\b(GET|PUT|POST|PATCH|DELETE) \S+|\b\d{3}\b/gi, '...')

/** The most differences of one kind that are reported separately; more of them are an omission in principle. */
const mostOfOneKind = 3

const folded = (differences: readonly Difference[]): readonly Difference[] => {
  const kinds = groupedBy(distinct(differences), kindOf)
  return [...kinds.values()].flatMap((alike) => {
    const [first] = alike
    if (!first || alike.length <= mostOfOneKind) return alike
    return [{ ...first, message: `${first.message}, and ${alike.length - 1} more of the kind` }]
  })
}

/** Only the differences that omit facts, or add to them; many of one kind are merged. */
export function omissions(judge: Judge): Judge {
  return (view) => {
    const found = only('lacks', judge(view))
    return found && folded(found)
  }
}

/** The differences of several judges, cached for all rules. */
export function combined(...judges: readonly Judge[]): Judge {
  return once((view: DocumentView) => {
    const found = judges.map((judge) => judge(view)).filter((one) => one !== undefined)
    return found.length === 0 ? undefined : found.flatMap((one) => Array.from(one))
  })
}

/** Judges the document's headers, errors, terms, signings, abilities, autoramps, submissions and messages. */
export const shownStatements = combined(
  statementJudge(),
  readDifferences,
  messageDifferences,
  headerDifferences,
  refusalDifferences,
)

/** Judges everything in a document except the quote. */
export const shown = combined(
  shownStatements,
  securityJudge,
  enumerationJudge,
  eventKindJudge,
  namedOperationJudge,
  groupJudge,
)

/** Judges everything about the quote in a document. */
export const quoteShown = combined(
  quoteJudge('parameters'),
  quoteJudge('types'),
  quoteJudge('limits'),
  quoteResponseJudge,
  quoteJudge('record'),
  subPartnerJudge,
)

const viewOf = once((session: Session) =>
  once((under: VersionUnderTest): DocumentView => ({ ...under, versions: session.versions })),
)

/** Judges documents. A statement that seems to be missing is not reported if a part of the document could not be read. */
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

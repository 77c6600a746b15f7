import type { Scenario } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import type { Session } from '../../../conformance/session/session.js'
import type { VersionUnderTest } from '../../../conformance/session/version-under-test.js'
import { enumerationJudge } from './enumerations.js'
import { generalErrorDifferences } from './errors.js'
import { eventKindJudge } from './event-kinds.js'
import { headerDifferences, subPartnerJudge } from './headers.js'
import { messageDifferences } from './messages.js'
import { namedOperationJudge, railJudge } from './operations.js'
import { optionalKey } from './optional-key.js'
import { quoteLimitJudge } from './quote-limits.js'
import { quoteParameterJudge, quoteStyleJudge, quoteTypeJudge } from './quote-parameters.js'
import { quoteRecordJudge } from './quote-record.js'
import { readDifferences } from './reads.js'
import { refusalDifferences } from './refusals.js'
import { quoteResponseJudge } from './responses.js'
import { securityJudge } from './security.js'
import { submissionDifferences } from './submissions.js'
import { answerShapeJudge, listedChangeJudge, quoteShapeJudge, routeJudge } from './versions.js'
import { type Difference, type DocumentView, type Judge, memoized, distinct } from './view.js'

const only =
  (judge: Judge, is: Difference['is']): Judge =>
  (view) =>
    judge(view)?.filter((one) => one.is === is)

/** The differences of several judges, found once for all rules that ask. */
const combined = (...judges: readonly Judge[]): Judge =>
  memoized((view: DocumentView) => {
    const found = judges.flatMap((judge) => {
      const differences = judge(view)
      return differences ? [differences] : []
    })
    return found.length === 0 ? undefined : found.flat()
  })

const statements = combined(
  refusalDifferences,
  submissionDifferences,
  readDifferences,
  messageDifferences,
  headerDifferences,
  generalErrorDifferences,
)

const shown = combined(statements, securityJudge, enumerationJudge, eventKindJudge, namedOperationJudge)

const quoteShown = combined(
  quoteParameterJudge,
  quoteTypeJudge,
  quoteLimitJudge,
  quoteResponseJudge,
  quoteRecordJudge,
  subPartnerJudge,
)

/** Rules that follow from the documents alone, each a function of them: what contradicts, and what is lacking. */
export const documentJudges: Readonly<Record<string, Judge>> = {
  'quote/document-parameters': only(quoteParameterJudge, 'contradicts'),
  'quote/document-types': only(quoteTypeJudge, 'contradicts'),
  'quote/additional-style': only(quoteStyleJudge, 'contradicts'),
  'quote/document-limits': only(quoteLimitJudge, 'contradicts'),
  'quote/document-responses': only(quoteResponseJudge, 'contradicts'),
  'quote/document-record': only(quoteRecordJudge, 'contradicts'),
  'quote/document-shown': only(quoteShown, 'lacks'),
  'enumerations/documents': only(enumerationJudge, 'contradicts'),
  'enumerations/event-kinds': only(eventKindJudge, 'contradicts'),
  'enumerations/older-documents': only(combined(enumerationJudge, eventKindJudge), 'contradicts'),
  'authentication/scheme': only(securityJudge, 'contradicts'),
  'authentication/sub-partner': only(subPartnerJudge, 'contradicts'),
  'spec-documents/named-operations': only(namedOperationJudge, 'contradicts'),
  'autoramp/rail-document': railJudge,
  'versioning/routes': routeJudge,
  'versioning/quote-shape': quoteShapeJudge,
  'versioning/response-shapes': answerShapeJudge,
  'versioning/listed-changes': listedChangeJudge,
  'documents/statements': only(statements, 'contradicts'),
  'documents/shown': only(shown, 'lacks'),
}

const viewOf = memoized((session: Session) =>
  memoized((under: VersionUnderTest): DocumentView => ({ ...under, versions: session.versions })),
)

const scenarioOf =
  (judge: Judge): Scenario =>
  async (context) => {
    const differences = judge(viewOf(context.session)(context.under))
    if (!differences) throw new NotApplicable('the document shows nothing of what the rule is about')
    for (const { message, pointer } of distinct(differences)) context.violate(message, undefined, pointer)
  }

/** The documents, held against the specification's tables. */
export const documentScenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  Object.entries({ 'documents/optional-key': optionalKey }).concat(
    Object.entries(documentJudges).map(([id, judge]) => [id, scenarioOf(judge)]),
  ),
)

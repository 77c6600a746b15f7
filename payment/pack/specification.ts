import type { Observer } from '../../conformance/model/observation.js'
import { NotApplicable } from '../../conformance/model/outcome.js'
import type { Scenario } from '../../conformance/rules/context.js'
import { areaOf } from '../../conformance/run/schedule.js'
import { isDescribed } from '../../versions/index.js'
import { ofDocument } from '../documents/index.js'
import { authenticationSections, refusalSections } from '../sections/authentication.js'
import { autorampSections } from '../sections/autoramps.js'
import { customerSections } from '../sections/customers.js'
import { requiredSigningsSections } from '../sections/required-signings.js'
import { termsSections } from '../sections/terms.js'
import { endpointSections, sandboxSections } from '../sections/endpoints.js'
import { enumerationSections } from '../sections/enumerations.js'
import { errorSections } from '../sections/errors.js'
import { deliverySection } from '../sections/webhooks/delivery.js'
import { eventKindSection } from '../sections/webhooks/event-kinds.js'
import { messageTypeSection } from '../sections/webhooks/message-types.js'
import { registeringSection } from '../sections/webhooks/registering.js'
import { idempotencySections } from '../sections/idempotency.js'
import { identificationErrorSections } from '../sections/identification/structured-errors.js'
import { submissionRuleSections } from '../sections/identification/submission-rules.js'
import { submissionSection } from '../sections/identification/submissions.js'
import { limitSections } from '../sections/quote/limits.js'
import { quoteEndpointSections } from '../sections/quote/quote-endpoint.js'
import { quoteRecordSections } from '../sections/quote/quote-record.js'
import { recordSections } from '../sections/quote/other-records.js'
import { type Rule, scopeText } from '../../conformance/model/rule.js'
import { serviceSections } from '../sections/service.js'
import { specDocumentSections } from '../sections/spec-documents/section.js'
import { stateSections } from '../sections/states.js'
import { areas, hasRule, type RuleStatement, type Section, type Statement } from '../statements/statement.js'
import { versioningSections } from '../sections/versioning/section.js'
import { isOfDocuments } from '../../conformance/model/document-rules.js'

/** The anchor of a rule in the page. */
export function anchorOf(id: string): string {
  return id.replace('/', '-')
}

/** Escapes a sentence for Markdown, where `<date>` would be a tag. */
const proseOf = (sentence: string): string => sentence.replaceAll('<', '&lt;')

// Rules of documents are described on the page of checks.
const link = (id: string): string =>
  `[\`${id}\`](${isOfDocuments({ id }) ? 'checks.md' : `#${anchorOf(id)}`})`

const reasons = {
  client: 'not judged: it obliges the client',
  'not-promised': 'not promised',
  unobservable: 'not to be seen from outside',
  definition: 'a definition',
} as const

const aboutOf = ({ kind, judges, versions, severity, needs, reason }: RuleStatement): string[] => [
  ...(kind === 'open' ? [`not promised: ${reason?.replace(/\.$/, '')}`] : []),
  ...(kind === 'observer' ? ['seen in every exchange'] : []),
  ...(judges === undefined ? [] : ['seen in the documents']),
  ...(versions === 'all' ? [] : [scopeText(versions)]),
  ...(severity === 'warning' ? ['a warning'] : []),
  ...(needs.length > 0 && kind !== 'open' ? [`needs ${needs.join(', ')}`] : []),
]

const withLinks = (text: string, ids: readonly string[]): string =>
  ids.length === 0 ? text : `${text} ${ids.map(link).join(', ')}`

const judgeOf = (id: string, statement: Statement): string => {
  if (statement.kind === 'unjudged') return `${reasons[statement.none]}: ${statement.reason}`
  if (!hasRule(statement)) return withLinks('judged by', statement.also)
  const about = aboutOf(statement).join('; ')
  const own = `<a id="${anchorOf(id)}"></a>\`${id}\`${about === '' ? '' : `: ${about}`}`
  return statement.also.length === 0 ? own : withLinks(`${own}; judged too by`, statement.also)
}

const linesOf = ([id, statement]: readonly [string, Statement]): string[] => [
  `- ${proseOf(statement.statement)}`,
  `  <br>*${judgeOf(id, statement)}*`,
  ...statement.details.map((detail) => `  - ${proseOf(detail)}`),
]

/** The chapter of a section: its title up to the number or comma. */
const chapterOf = (title: string): string => title.replace(/(,| \d).*$/, '')

const sectionLines = (section: Section, index: number, sections: readonly Section[]): string[] => {
  const { title, introduction, statements } = section
  const chapter = chapterOf(title)
  const before = sections[index - 1]
  const isFirst = before === undefined || chapterOf(before.title) !== chapter
  return [
    ...(isFirst ? [`## ${chapter}`, ''] : []),
    ...(title === chapter ? [] : [`### ${title}`, '']),
    ...(introduction === '' ? [] : [introduction, '']),
    ...Object.entries(statements).flatMap(linesOf),
    '',
  ]
}

const countsOf = (all: readonly Statement[]): string => {
  const rules = all.filter(hasRule)
  const open = rules.filter(({ kind }) => kind === 'open').length
  const unjudged = all.filter(({ kind }) => kind === 'unjudged').length + open
  return `${all.length} statements: ${all.length - unjudged} are judged, by ${rules.length - open} rules in ${areas.length} areas; ${unjudged} are not, each with the reason.`
}

/** Renders the specification as a page: every statement with its rules. */
export function specificationPage(sections: readonly Section[]): string {
  const all = sections.flatMap(({ statements }) => Object.values(statements))
  return [
    '# The specification',
    '',
    'This page lists everything that the service promises, in our words and in the order of the original. Below each statement are the rules that judge it, by the ids that reports and `--rules` use, or the reason why no rule does. A rule is about every version unless it says otherwise. [Faults](mutants.md) of the sandbox show that each rule can fail.',
    '',
    countsOf(all),
    '',
    ...sections.flatMap(sectionLines),
  ].join('\n')
}

export { hasRule, type Statement } from '../statements/statement.js'

/** The specification: its sections, in order. */
export const sections: readonly Section[] = [
  ...serviceSections,
  ...enumerationSections,
  ...recordSections,
  ...quoteRecordSections,
  ...stateSections,
  ...endpointSections,
  ...quoteEndpointSections,
  ...termsSections,
  ...requiredSigningsSections,
  ...customerSections,
  submissionSection,
  ...submissionRuleSections,
  ...autorampSections,
  ...specDocumentSections,
  ...sandboxSections,
  ...idempotencySections,
  ...authenticationSections,
  registeringSection,
  deliverySection,
  eventKindSection,
  messageTypeSection,
  ...refusalSections,
  ...errorSections,
  ...identificationErrorSections,
  ...limitSections,
  ...versioningSections,
]

const ruleOf = (id: string, { title: section }: Section, own: RuleStatement): Rule => {
  const { kind, title, statement, versions, severity, needs, judges, tags, reason = '' } = own
  const base = {
    id,
    title,
    section,
    statement,
    versions,
    severity,
    needs,
    ...(judges ? { judges } : {}),
    ...(tags ? { tags } : {}),
  }
  return kind === 'open' ? { ...base, kind, reason } : { ...base, kind }
}

const entries = sections.flatMap((section) =>
  Object.entries(section.statements).flatMap(([id, own]) =>
    hasRule(own) ? [{ id, own, rule: ruleOf(id, section, own) }] : [],
  ),
)

/** All rules by area, in the order of the specification within each. */
export const catalogue: readonly Rule[] = areas.flatMap((area) =>
  entries.flatMap(({ id, rule }) => (id.startsWith(`${area}/`) ? [rule] : [])),
)

/** Areas whose promises apply to every version, known or unknown. */
const general = new Set([
  'authentication',
  'customers',
  'idempotency',
  'operations',
  'spec-documents',
  'versioning',
  'webhooks',
])

/** True for a rule of a version "or later"; lists of values are excluded, because a later version extends them. */
const isLasting = (rule: Rule): boolean =>
  typeof rule.versions === 'object' && 'from' in rule.versions && areaOf(rule) !== 'enumerations'

// A later version may remove and rename what the specification describes (Versioning 6).
const ofDescribed =
  (rule: Rule, steps: Scenario): Scenario =>
  async (context) => {
    const { version } = context
    const isGeneral = general.has(areaOf(rule)) || isLasting(rule)
    if (version !== '*' && !isDescribed(version) && !isGeneral)
      throw new NotApplicable(`the specification does not describe version ${version}`)
    return steps(context)
  }

/** The scenario of each rule that has one, by rule id. */
export const scenarios: Readonly<Record<string, Scenario>> = Object.fromEntries(
  entries.flatMap(({ id, rule, own: { run, judge } }) => {
    const steps = run ?? (judge && ofDocument(judge))
    return steps ? [[id, ofDescribed(rule, steps)]] : []
  }),
)

/** The observers, by rule id. */
export const observers: Readonly<Record<string, Observer>> = Object.fromEntries(
  entries.flatMap(({ id, own: { observe } }) => (observe ? [[id, observe]] : [])),
)

import { NotApplicable } from '../../conformance/model/outcome.js'
import type { Scenario } from '../../conformance/rules/context.js'
import type { JudgedRule } from '../../conformance/rules/registry.js'
import { areaOf, type Rule } from '../../conformance/model/rule.js'
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
import { recordSections } from '../sections/quote/records.js'
import { serviceSections } from '../sections/service.js'
import { specDocumentSections } from '../sections/spec-documents.js'
import { stateSections } from '../sections/states.js'
import { areas, hasRule, type RuleStatement, type Section } from '../statements/statement.js'
import { versioningSections } from '../sections/versioning/section.js'

/** The specification: its sections, in order. */
export const sections: readonly Section[] = [
  ...serviceSections,
  ...enumerationSections,
  ...recordSections,
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
  const { kind, title, statement, versions, severity, needs, judges, reason = '' } = own
  const base = { id, title, section, statement, versions, severity, needs, ...(judges && { judges }) }
  return kind === 'open' ? { ...base, kind, reason } : { ...base, kind }
}

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

const judgedRule = (id: string, section: Section, own: RuleStatement): JudgedRule => {
  const { observe, judge } = own
  const steps = own.run ?? (judge && ofDocument(judge))
  const rule = ruleOf(id, section, own)
  return { ...rule, ...(observe && { observe }), ...(steps && { run: ofDescribed(rule, steps) }) }
}

const rules = sections.flatMap((section) =>
  Object.entries(section.statements).flatMap(([id, own]) =>
    hasRule(own) ? [judgedRule(id, section, own)] : [],
  ),
)

/** All rules by area, in the order of the specification within each. */
export const catalogue: readonly JudgedRule[] = areas.flatMap((area) =>
  rules.filter((rule) => areaOf(rule) === area),
)

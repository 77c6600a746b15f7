import { areas } from './areas.js'
import { authenticationSections, refusalSections } from './authentication.js'
import { autorampSections } from './autoramps.js'
import { customerSections } from './customers.js'
import { endpointSections, sandboxSections } from './endpoints.js'
import { enumerationSections } from './enumerations.js'
import { errorSections } from './errors.js'
import { eventKindSections } from './event-kinds.js'
import { deliverySections } from './events.js'
import { idempotencySections } from './idempotency.js'
import { identificationErrorSections } from './identification-errors.js'
import { identificationSections } from './identifications.js'
import { limitSections } from './limits.js'
import { quoteEndpointSections } from './quote-endpoint.js'
import { quoteRecordSections } from './quote-record.js'
import { recordSections } from './records.js'
import type { Rule } from '../../conformance/model/rule.js'
import { serviceSections } from './service.js'
import { specDocumentSections } from './spec-documents.js'
import { stateSections } from './states.js'
import { hasRule, type RuleStatement, type Section } from './statement.js'
import { versioningSections } from './versioning.js'

export { type Area, areas } from './areas.js'
export {
  appliesTo,
  datesOf,
  type Need,
  type Rule,
  scopeText,
  type Severity,
  type VersionScope,
} from '../../conformance/model/rule.js'
export { anchorOf, specificationPage } from './page.js'
export { hasRule, type RuleId, type Section, type Statement } from './statement.js'

const table = [
  ...serviceSections,
  ...enumerationSections,
  ...recordSections,
  ...quoteRecordSections,
  ...stateSections,
  ...endpointSections,
  ...quoteEndpointSections,
  ...customerSections,
  ...identificationSections,
  ...autorampSections,
  ...specDocumentSections,
  ...sandboxSections,
  ...idempotencySections,
  ...authenticationSections,
  ...deliverySections,
  ...eventKindSections,
  ...refusalSections,
  ...errorSections,
  ...identificationErrorSections,
  ...limitSections,
  ...versioningSections,
] as const

/** The specification, statement by statement: its sections in their order. */
export const sections: readonly Section[] = table

type IdsIn<S, Kind> =
  S extends Section<infer Own>
    ? {
        [Key in keyof Own]: Own[Key] extends RuleStatement<infer Other>
          ? Other extends Kind
            ? Key
            : never
          : never
      }[keyof Own]
    : never

/** Ids of the rules that observers judge. */
export type ObserverId = IdsIn<(typeof table)[number], 'observer'>

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

const rules = sections.flatMap((section) =>
  Object.entries(section.statements).flatMap(([id, own]) => (hasRule(own) ? [ruleOf(id, section, own)] : [])),
)

/** Every rule, area by area, in the order of the specification within each. */
export const catalogue: readonly Rule[] = areas.flatMap((area) =>
  rules.filter(({ id }) => id.startsWith(`${area}/`)),
)

import type { Scenario } from '../../../conformance/rules/context.js'
import {
  beneficiaryIndex,
  docsUrl,
  errorArray,
  errorCodes,
  errorFields,
  oneEntry,
  plainString,
  plainStringUnversioned,
} from './refusals.js'
import { judgeCode } from './codes/cases.js'
import { codeRules } from './codes/table.js'
import { descriptionLength, documentsTogether, foundationPurpose, noResumeUrl } from './company-codes.js'
import { duplicateUpload, isProvoked, prohibitedCountry, provokedCode, provokedRules } from './provoked.js'
import { identificationCodes } from '../../tables/enumerations.js'
import type { Code } from './submission/attempt.js'
import {
  client,
  definition,
  judged,
  notPromised,
  open,
  type RuleId,
  scenario,
  section,
  type Statement,
  type Statements,
  unobservable,
} from '../../statements/statement.js'

const options = { versions: { from: 'structured-errors' }, needs: ['writes'] } as const
const earlier = { versions: { until: 'structured-errors' }, needs: ['writes'] } as const
const documents: RuleId = 'documents/statements'

/** Scenarios of codes that need more than their cases, or than what provokes them. */
const longer: Readonly<Partial<Record<Code, Scenario>>> = {
  business_description_insufficient: descriptionLength,
  foundation_intended_use_not_supported: foundationPurpose,
  ubo_country_prohibited: prohibitedCountry,
  duplicate_upload_blocked: duplicateUpload,
}

const ruleOf = (code: Code): Statement => {
  const { texts } = isProvoked(code) ? provokedRules[code] : codeRules[code]
  const judge = isProvoked(code)
    ? provokedCode(code, provokedRules[code].kinds)
    : judgeCode(code, codeRules[code])
  return scenario({ ...options, run: longer[code] ?? judge })`${texts}`
}

/** The members that the specification states beside a code. */
const beside: Readonly<Partial<Record<Code, Statements>>> = {
  invalid_request: {
    'invalid-request-limits': notPromised`
      invalid_request is returned for a file that is too large, and for too many documents or beneficiaries.
      the limits are not shown, so nothing is certain to be beyond them`,
  },
  cdd_certification_invalid: {
    'missing-identity': notPromised`
      cdd_certification_invalid is returned where the number of an identity document is missing.
      whether a missing number counts as a missing identity is not stated`,
    'unrenderable-text': notPromised`
      cdd_certification_invalid is returned where a text cannot be rendered.
      which texts cannot be rendered is not stated`,
  },
  miscellaneous_industry_deprecated: {
    'deprecated-types': judged('identification/industry-type-accepted')`
      The values Other and NonProfitAndCharitable of industry_type still pass.`,
    'resolved-type': unobservable`
      Those resolve to Miscellaneous internally.
      no response shows what they resolve to`,
  },
  company_details_required: {
    'identification/no-resume-url': scenario({ ...options, run: noResumeUrl })`
      A rejected Business has nothing to resume
      A Business without Company Details is rejected with no resume url.`,
  },
  control_structure_required: {
    'document-groups': notPromised`
      Which types of documents belong to a group.
      - Company Details: an excerpt of a registry, a certificate of incorporation or of good standing.
      - Legal Presence: articles of incorporation.
      examples are named for two groups; the mapping is not shown, so types are found by their names`,
  },
  ubo_country_prohibited: {
    'unrated-country': notPromised`
      A country that is merely unrated is not rejected.
      which countries are unrated is not shown`,
  },
  duplicate_upload_blocked: {
    'upload-retry': notPromised`
      A retry of such an upload succeeds shortly after.
      how long it takes is not stated; the response to the next attempt is noted`,
  },
}

/** A rule for each code, in the order of the specification, followed by what is stated beside it. */
const ofCodes: Statements = Object.fromEntries(
  identificationCodes.flatMap((code) =>
    Object.entries({ [`identification/${code.replaceAll('_', '-')}`]: ruleOf(code), ...beside[code] }),
  ),
)

/** Errors: structured identification errors. */
export const identificationErrorSections = [
  section(
    'Errors, structured identification errors',
    `From 2026-08-01 on, a refused submission gets 400 with a list of its errors.\n\n{{fields IdentificationError}}`,
    {
      'identification/error-array': scenario({ ...options, also: [documents], run: errorArray })`
        Refusals are lists of errors
        The body of a refused submission is an array of objects.`,
      'identification/error-fields': scenario({ ...options, also: [documents], run: errorFields })`
        Errors have their fields
        An error has code, message and docs_url, all strings.`,
      'identification/error-codes': scenario({ ...options, also: [documents], run: errorCodes })`
        Codes are known
        code is one of the codes that the specification lists.`,
      'stable-code': client`
        code is stable and to be matched on.
        it tells callers what to rely on`,
      'human-message': client`
        message is for people and not to be matched on.
        it tells callers what not to rely on`,
      'identification/docs-url': scenario({ ...options, run: docsUrl })`
        docs_url is anchored
        docs_url is a link anchored by the code.`,
      'identification/beneficiary-index': scenario({ ...options, also: [documents], run: beneficiaryIndex })`
        beneficiary_index names the beneficiary
        beneficiary_index is the zero-based index of the beneficiary meant, an integer or null, and present for a Business alone.`,
      'optional-index': judged(documents)`beneficiary_index is optional.`,
      'null-index': definition`
        beneficiary_index may be null.
        it is taken as it comes`,
      'nested-index': notPromised`
        beneficiary_index of what is wrong inside a nested company.
        which index it has is not stated`,
      'identification/one-entry': open({ ...options, run: oneEntry })`
        Most checks return one entry
        Most checks return one entry.
        Which checks return more than one entry, besides the document codes, is not stated.`,
      'identification/documents-together': scenario({
        ...options,
        versions: { from: 'company-documents-required' },
        run: documentsTogether,
      })`
        Groups are reported together
        The four codes of document groups come together, each once per company that lacks the group.`,
      'identification/plain-string': scenario({ ...earlier, also: [documents], run: plainString })`
        Refusals of earlier versions are strings
        Before 2026-08-01 the body of a refused submission is a plain string.`,
      'identification/plain-string-unversioned': scenario({
        versions: 'service',
        needs: ['writes'],
        run: plainStringUnversioned,
      })`
        Refusals are strings without a version
        A caller without a version receives a plain string.`,
      ...ofCodes,
    },
  ),
] as const

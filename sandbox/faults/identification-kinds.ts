import { hasChange } from '../../versions/index.js'
import { editObject, isEditable, objectAt } from './edit.js'
import type { AnswerContext } from '../pipeline/fault-set.js'
import { fault, type Fault, type Hooks, type JsonObject } from './fault.js'
import { withCode, ofAnyOwner, ofBusiness, withoutCode } from './submissions.js'

const dropKind = (document: JsonObject, kind: string): void => {
  const union = objectAt(document, 'components', 'schemas', 'IdentificationCreateParamsV2')
  const discriminator = objectAt(union, 'discriminator', 'mapping')
  const ref = discriminator[kind]
  delete discriminator[kind]
  const branches = union['oneOf']
  if (Array.isArray(branches))
    union['oneOf'] = branches.filter((branch) => !isEditable(branch) || branch['$ref'] !== ref)
}

const dropIndustry = (document: JsonObject): void => {
  for (const name of ['BusinessQuestionnaireBusinessDetails', 'SolePropBusinessDetails'])
    delete objectAt(document, 'components', 'schemas', name, 'properties')['industry']
}

const withoutUrl = (when: (about: AnswerContext) => boolean): Hooks => ({
  answer: (answer, about) =>
    /identification/i.test(about.operationId ?? '') && when(about)
      ? editObject(answer, (body) => void delete body['url'])
      : answer,
})

/** Faults in the kinds of submissions, and in the requirements of versions and countries. */
export const identificationKindFaults: readonly Fault[] = [
  fault('identification/kinds', 'has no Token in its documents', () => ({
    document: (document) => dropKind(document, 'Token'),
  })),
  fault('identification/synchronous', 'accepts a Token without any data, to be looked at later', () => ({
    verdict: (errors, { submission }) =>
      submission.kind === 'Token' && !submission.fields.some(({ name }) => name === 'token') ? [] : errors,
  })),
  fault('identification/link-unjudged', 'answers structured errors to a Link', () =>
    withCode('invalid_request', ({ kind }) => kind === 'Link'),
  ),
  fault('identification/industry-optional', 'requires an industry of earlier versions too', () =>
    withCode(
      'industry_required',
      ofBusiness(
        ({ questionnaire: { industry, industryType } }) =>
          industry === undefined && industryType === undefined,
      ),
    ),
  ),
  fault(
    'identification/industry-optional:undocumented',
    'requires an industry that the documents of earlier versions do not have',
    () => ({
      ...withCode(
        'industry_required',
        (submission, { behaviours }) =>
          !behaviours['industry-required'] &&
          submission.kind === 'Business' &&
          submission.questionnaire.industry === undefined,
      ),
      document: (document, version) => {
        if (!hasChange(version, 'industry-required')) dropIndustry(document)
      },
    }),
  ),
  fault('identification/resume-url', 'shows no url of a Link', () => withoutUrl(() => true)),
  fault('identification/resume-url:one-version', 'shows no url of a Link in the newest version', () =>
    withoutUrl(({ version = '' }) => hasChange(version, 'structured-errors')),
  ),
  fault(
    'identification/industry-type-accepted',
    'wants industry of earlier versions where industry_type is sent',
    () =>
      withCode(
        'industry_required',
        ofBusiness(
          ({ questionnaire: { industry, industryType } }) =>
            industry === undefined && industryType !== undefined,
        ),
      ),
  ),
  fault(
    'identification/industry-type-accepted:other',
    'accepts the industry_type Other no more on earlier versions',
    () =>
      withCode(
        'invalid_request',
        ofBusiness(({ questionnaire }) => questionnaire.industryType === 'Other'),
      ),
  ),
  fault('identification/industry-wins', 'looks at industry_type first where both are sent', () =>
    withoutCode(
      'miscellaneous_industry_deprecated',
      ofBusiness(({ questionnaire }) => questionnaire.industryType !== undefined),
    ),
  ),
  fault('identification/birth-state', 'wants a state of birth everywhere', () =>
    withCode(
      'invalid_request',
      ofAnyOwner(({ birthPlace }) => birthPlace.state === undefined),
    ),
  ),
  fault('identification/birth-state:never', 'wants a state of birth nowhere', () =>
    withoutCode(
      'invalid_request',
      ofAnyOwner(({ birthPlace }) => birthPlace.state === undefined),
    ),
  ),
  fault('identification/invalid-request', 'accepts a beneficiary with any email', () =>
    withoutCode(
      'invalid_request',
      ofBusiness(({ fields }) =>
        fields.some(({ name, value }) => /email/.test(name) && !value.includes('@')),
      ),
    ),
  ),
  fault('identification/invalid-request:empty', 'accepts an empty name', () =>
    withoutCode('invalid_request', ({ fields }) =>
      fields.some(({ name, value }) => name === 'first_name' && value.trim() === ''),
    ),
  ),
  fault('identification/invalid-request:phone', 'accepts any phone number of a Person', () =>
    withoutCode('invalid_request', ({ fields }) =>
      fields.some(({ name, value }) => name === 'phone_number' && !value.startsWith('+')),
    ),
  ),
  fault('identification/invalid-request:country', 'accepts any country', () =>
    withoutCode('invalid_request', ({ fields }) =>
      fields.some(({ name, value }) => name === 'country' && /[^A-Z]/.test(value)),
    ),
  ),
  fault('identification/invalid-request:date', 'accepts any date of birth', () =>
    withoutCode('invalid_request', ({ fields }) =>
      fields.some(({ name, value }) => name === 'date_of_birth' && !/\d/.test(value)),
    ),
  ),
  fault('identification/invalid-request:token', 'accepts an empty share token', () =>
    withoutCode(
      'invalid_request',
      (one) =>
        one.kind === 'Token' && one.token === undefined && one.fields.some(({ name }) => name === 'token'),
    ),
  ),
]

import { hasChange } from '../../versions/index.js'
import { editObject, isObject, objectAt } from './edit.js'
import type { About } from '../pipeline/fault-set.js'
import type { Fault, Hooks, JsonObject } from './fault.js'
import { eager, ofAnyOwner, ofBusiness, silent } from './submissions.js'

const dropKind = (document: JsonObject, kind: string): void => {
  const union = objectAt(document, 'components', 'schemas', 'IdentificationCreateParamsV2')
  const discriminator = objectAt(union, 'discriminator', 'mapping')
  const ref = discriminator[kind]
  delete discriminator[kind]
  const branches = union['oneOf']
  if (Array.isArray(branches))
    union['oneOf'] = branches.filter((branch) => !isObject(branch) || branch['$ref'] !== ref)
}

const dropIndustry = (document: JsonObject): void => {
  for (const name of ['BusinessQuestionnaireBusinessDetails', 'SolePropBusinessDetails'])
    delete objectAt(document, 'components', 'schemas', name, 'properties')['industry']
}

const withoutUrl = (when: (about: About) => boolean): Hooks => ({
  answer: (answer, about) =>
    /identification/i.test(about.operationId ?? '') && when(about)
      ? editObject(answer, (body) => void delete body['url'])
      : answer,
})

/** Faults in the kinds of submissions, and in what versions and countries ask for. */
export const identificationKindFaults: readonly Fault[] = [
  {
    rule: 'identification/kinds',
    does: 'has no Token in its documents',
    hooks: () => ({ document: (document) => dropKind(document, 'Token') }),
  },
  {
    rule: 'identification/synchronous',
    does: 'accepts a Token without any data, to be looked at later',
    hooks: () => ({
      verdict: (errors, { submission }) =>
        submission.kind === 'Token' && !submission.fields.some(({ name }) => name === 'token') ? [] : errors,
    }),
  },
  {
    rule: 'identification/link-unjudged',
    does: 'answers structured errors to a Link',
    hooks: () => eager('invalid_request', ({ kind }) => kind === 'Link'),
  },
  {
    rule: 'identification/industry-optional',
    does: 'requires an industry of earlier versions too',
    hooks: () =>
      eager(
        'industry_required',
        ofBusiness(
          ({ questionnaire: { industry, industryType } }) =>
            industry === undefined && industryType === undefined,
        ),
      ),
  },
  {
    rule: 'identification/industry-optional',
    variant: 'undocumented',
    does: 'requires an industry that the documents of earlier versions do not have',
    hooks: () => ({
      ...eager(
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
  },
  {
    rule: 'identification/resume-url',
    does: 'shows no url of a Link',
    hooks: () => withoutUrl(() => true),
  },
  {
    rule: 'identification/resume-url',
    variant: 'one-version',
    does: 'shows no url of a Link in the newest version',
    hooks: () => withoutUrl(({ version = '' }) => hasChange(version, 'structured-errors')),
  },
  {
    rule: 'identification/industry-type-accepted',
    does: 'wants industry of earlier versions where industry_type is sent',
    hooks: () =>
      eager(
        'industry_required',
        ofBusiness(
          ({ questionnaire: { industry, industryType } }) =>
            industry === undefined && industryType !== undefined,
        ),
      ),
  },
  {
    rule: 'identification/industry-type-accepted',
    variant: 'other',
    does: 'accepts the industry_type Other no more on earlier versions',
    hooks: () =>
      eager(
        'invalid_request',
        ofBusiness(({ questionnaire }) => questionnaire.industryType === 'Other'),
      ),
  },
  {
    rule: 'identification/industry-wins',
    does: 'looks at industry_type first where both are sent',
    hooks: () =>
      silent(
        'miscellaneous_industry_deprecated',
        ofBusiness(({ questionnaire }) => questionnaire.industryType !== undefined),
      ),
  },
  {
    rule: 'identification/birth-state',
    does: 'wants a state of birth everywhere',
    hooks: () =>
      eager(
        'invalid_request',
        ofAnyOwner(({ birthPlace }) => birthPlace.state === undefined),
      ),
  },
  {
    rule: 'identification/birth-state',
    variant: 'never',
    does: 'wants a state of birth nowhere',
    hooks: () =>
      silent(
        'invalid_request',
        ofAnyOwner(({ birthPlace }) => birthPlace.state === undefined),
      ),
  },
  {
    rule: 'identification/invalid-request',
    does: 'accepts a beneficiary with any email',
    hooks: () =>
      silent(
        'invalid_request',
        ofBusiness(({ fields }) =>
          fields.some(({ name, value }) => /email/.test(name) && !value.includes('@')),
        ),
      ),
  },
  {
    rule: 'identification/invalid-request',
    variant: 'empty',
    does: 'accepts an empty name',
    hooks: () =>
      silent('invalid_request', ({ fields }) =>
        fields.some(({ name, value }) => name === 'first_name' && value.trim() === ''),
      ),
  },
  {
    rule: 'identification/invalid-request',
    variant: 'phone',
    does: 'accepts any phone number of a Person',
    hooks: () =>
      silent('invalid_request', ({ fields }) =>
        fields.some(({ name, value }) => name === 'phone_number' && !value.startsWith('+')),
      ),
  },
  {
    rule: 'identification/invalid-request',
    variant: 'country',
    does: 'accepts any country',
    hooks: () =>
      silent('invalid_request', ({ fields }) =>
        fields.some(({ name, value }) => name === 'country' && /[^A-Z]/.test(value)),
      ),
  },
  {
    rule: 'identification/invalid-request',
    variant: 'date',
    does: 'accepts any date of birth',
    hooks: () =>
      silent('invalid_request', ({ fields }) =>
        fields.some(({ name, value }) => name === 'date_of_birth' && !/\d/.test(value)),
      ),
  },
  {
    rule: 'identification/invalid-request',
    variant: 'token',
    does: 'accepts an empty share token',
    hooks: () =>
      silent(
        'invalid_request',
        (one) =>
          one.kind === 'Token' && one.token === undefined && one.fields.some(({ name }) => name === 'token'),
      ),
  },
]

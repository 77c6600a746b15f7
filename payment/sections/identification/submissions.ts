import { identificationKinds, identificationSynchronous, linkUnjudged } from './kinds.js'
import { birthState, industryOptional, industryTypeAccepted, industryWins } from './versions.js'
import { judged, notPromised, type RuleId, scenario, section } from '../../statements/statement.js'
import { table } from '../../tables/markdown.js'
import { submissionFields } from '../../tables/submissions.js'

const endpoint = 'Endpoints, POST /customers/{id}/identifications/v2'
const needs = ['writes'] as const
const code = (name: string): RuleId => `identification/${name}`

const fieldRows = submissionFields.map(({ path, type, values }) => [
  `\`${path.join('.')}\``,
  type ?? '',
  (values ?? []).join(', '),
])

/** Endpoints: identifications, and their rules by version. */
export const identificationSections = [
  section(
    endpoint,
    `Submits an identification of a customer, of one of four kinds. A Business and a Person hand in their data, a Token reuses an identity that was verified elsewhere, and a Link opens a hosted flow in which the customer does it. The rules below are those of 2026-08-01 and later; what breaks them is answered with the [structured errors](#errors-structured-identification-errors). They are about these fields:

${table(['Field', 'Type', 'Values named'], fieldRows)}`,
    {
      'identification/kinds': scenario(
        'Four kinds of submissions',
        'A submission is of kind Business, Person, Token or Link.',
        { needs, run: identificationKinds },
      ),
      'identification/synchronous': scenario(
        'Submissions are validated at once',
        'Business, Person and Token submissions are validated synchronously.',
        {
          versions: { from: 'structured-errors' },
          needs,
          also: [code('invalid-request')],
          run: identificationSynchronous,
        },
      ),
      refusal: judged('A Business, Person or Token submission that fails is answered 400.', [
        code('invalid-request'),
        code('plain-string'),
      ]),
      'identification/link-unjudged': scenario(
        'A Link is not judged',
        'A Link opens a hosted flow: nothing is validated synchronously, and no structured errors are returned.',
        { needs, run: linkUnjudged },
      ),
      token: judged('A Token reuses a verified identity.', [code('reuse-rejected')]),
      fields: judged('The fields of the table are fields of an identification, from 2026-08-01 on.', [
        'documents/shown',
        'documents/statements',
      ]),
      'earlier-validation': notPromised(
        'The validation before 2026-08-01.',
        'the rules are those of 2026-08-01 or later; of earlier versions only the form of refusals is said',
      ),
      shapes: notPromised(
        'Full shapes of request and answer.',
        'they are not shown: the documents of the service decide them, and answers/body holds answers to that',
      ),
    },
  ),
  section(`${endpoint}, rule 1`, 'The industry of a business.', {
    required: judged('From 2026-08-01 business_details.industry is required.', [
      code('industry-required'),
      'documents/statements',
    ]),
    'identification/industry-optional': scenario(
      'The industry is optional before',
      'Before 2026-08-01 business_details.industry is optional.',
      {
        versions: { until: 'industry-required' },
        needs,
        also: ['documents/statements'],
        run: industryOptional,
      },
    ),
    'identification/industry-type-accepted': scenario(
      'industry_type is accepted before',
      'industry_type is deprecated and still accepted before 2026-08-01.',
      {
        versions: { until: 'industry-required' },
        needs,
        also: ['documents/statements', 'documents/shown'],
        run: industryTypeAccepted,
      },
    ),
    'identification/industry-wins': scenario(
      'industry wins',
      'Where industry and industry_type are both sent, industry counts.',
      { versions: { from: 'industry-required' }, needs, run: industryWins },
    ),
  }),
  section(`${endpoint}, rule 2`, 'The state of birth.', {
    'identification/birth-state': scenario(
      'The state of birth',
      'birth_place.state is optional, and missing only for a country that has subdivisions.',
      { versions: { from: 'birth-place-state' }, needs, also: ['documents/statements'], run: birthState },
    ),
    code: notPromised(
      'The code that tells of a missing state.',
      'no code is named for it, and which table of subdivisions counts is not said: only clear ends are judged',
    ),
  }),
  section(`${endpoint}, rule 3`, 'The documents of a nested company: a legal entity that is a shareholder.', {
    owed: judged('A nested company owes Company Details and Ownership Structure.', [
      code('company-details-required'),
      code('ownership-structure-required'),
    ]),
    'not-owed': judged('A nested company owes neither Legal Presence nor Control Structure.', [
      code('legal-presence-required'),
      code('control-structure-required'),
    ]),
  }),
  section(
    `${endpoint}, rule 4`,
    'The certification of beneficial owners that is generated for a company of the US.',
    {
      certification: judged(
        'A US company gets a certification of its owners; a sole proprietorship gets none.',
        [code('cdd-certification-invalid')],
      ),
      listed: judged('Owners of 25% or more are listed in it, or of 10% or more where nobody owns 25%.', [
        code('cdd-certification-invalid'),
      ]),
      nobody: judged('Where nobody owns 10%, structure_invalid is answered.', [code('structure-invalid')]),
    },
  ),
  section(`${endpoint}, rule 5`, 'The share of a beneficiary whose only role is UltimateBeneficialOwner.', {
    share: judged('Such a beneficiary passes with 25%, or with 10% where nobody who has 25% is there.', [
      code('ubo-share-below-threshold'),
    ]),
    below: judged('Otherwise ubo_share_below_threshold is answered.', [code('ubo-share-below-threshold')]),
  }),
  section(`${endpoint}, rule 6`, 'The structure of a company.', {
    company: judged(
      'A company that is no sole proprietorship has a Director and a qualifying owner among its root-level beneficiaries.',
      [code('structure-invalid')],
      [
        'A qualifying owner has at least 25%, or at least 10% where nobody owns 25%.',
        'Who is a Representative alone never counts as owner.',
        'Qualifying owners have 100% at most together.',
      ],
    ),
    'sole-proprietorship': judged(
      'A sole proprietorship has exactly one beneficiary, who owns 100% of it, and needs no Director.',
      [code('structure-invalid')],
    ),
  }),
  section(`${endpoint}, rule 7`, 'The purpose of a foundation.', {
    purpose: judged(
      'A PrivateFoundation needs one of a limited set of purposes in planned_activities.purpose_and_intended_use.',
      [code('foundation-intended-use-not-supported')],
    ),
    'purpose-set': notPromised(
      'The set of purposes.',
      'it is not shown: what provokes the code comes from the user, or from what the document lists',
    ),
  }),
] as const

import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readVersions } from '../../scripts/specs/versions.js'
import { asObject, at, documentOf, specsFolder } from './documents.js'
import { difference } from './difference.js'

const schemas = '/components/schemas'
const identify = '/paths/~1customers~1{id}~1identifications~1v2/post'
const signings = '/paths/~1customers~1{id}~1required-signings/get'

// The change table of the specification: each line with the places of the document that it touches.
const changeTable = [
  {
    version: '2026-07-01',
    from: '2025-03-13',
    changes: [
      {
        why: 'deposit_rails can include a FedNow member (only where the account is enabled)',
        touches: [
          `+ ${schemas}/DepositRail/discriminator/mapping/FedNow`,
          `+ ${schemas}/DepositRail/oneOf/15`,
          `+ ${schemas}/DepositRail_FedNowDepositInfo`,
          `+ ${schemas}/FedNowDepositInfo`,
        ],
      },
    ],
  },
  {
    version: '2026-08-01',
    from: '2026-07-01',
    changes: [
      {
        why: 'customers are created in SigningsRequired and sign terms before identification; version pinned per customer at creation',
        touches: ['~ /paths/~1customers/post/description'],
      },
      {
        why: 'required-signings returns 200 with an empty list when nothing is outstanding (earlier: 409)',
        touches: [`- ${signings}/responses/409`, `~ ${signings}/responses/200/description`],
      },
      {
        why: 'required-signings serves one global document for all countries and across the whole lifecycle',
        touches: [`~ ${signings}/description`, '~ /paths/~1terms-and-conditions/get/description'],
      },
      {
        why: 'structured identification errors',
        touches: [
          `~ ${identify}/description`,
          `~ ${identify}/responses/400/$ref`,
          `+ ${schemas}/IdentificationErrorCode`,
          `+ ${schemas}/IdentificationError`,
          `+ ${schemas}/IdentificationBadRequestBody`,
          '+ /components/responses/IdentificationBadRequest',
        ],
      },
      {
        why: 'business_details.industry required',
        touches: [
          `+ ${schemas}/BusinessQuestionnaireBusinessDetails/required/5`,
          `+ ${schemas}/BusinessQuestionnaireBusinessDetails/properties/industry_type/deprecated`,
          `+ ${schemas}/SolePropBusinessDetails/required/3`,
          `+ ${schemas}/SolePropBusinessDetails/properties/industry_type/deprecated`,
        ],
      },
      {
        why: 'optional birth_place.state where the country has no subdivisions',
        touches: [
          `- ${schemas}/BirthPlace/required/2`,
          `~ ${schemas}/BirthPlace/properties/state/description`,
        ],
      },
      {
        why: 'nested business beneficiary document needs reduced',
        touches: [`~ ${schemas}/BusinessBeneficiaryInfo/properties/company_data/description`],
      },
      {
        why: '10% fallback thresholds for the CDD certification and for UBO share',
        touches: [
          `~ ${schemas}/CompanyBeneficiary/properties/share_percentage/description`,
          `~ ${schemas}/CompanyBeneficiary/properties/roles/description`,
        ],
      },
      {
        why: 'root-level Director and qualifying owner required for every non-sole-proprietorship',
        touches: [`~ ${schemas}/CompanyData/properties/beneficiaries/description`],
      },
      {
        why: 'PrivateFoundation purpose restriction',
        touches: [
          `~ ${schemas}/BusinessQuestionnairePlannedActivities/properties/purpose_and_intended_use/description`,
        ],
      },
    ],
  },
]

const versions = await readVersions(path.join(specsFolder, 'versions'))

describe.each(changeTable)('from $from to $version', ({ version, from, changes }) => {
  test('the documents differ in the change table and nowhere else', () => {
    const expected = ['~ /info/version', ...changes.flatMap(({ touches }) => touches)]
    expect(difference(documentOf(from), documentOf(version)).toSorted()).toEqual(expected.toSorted())
  })

  test('the version file holds the lines of the change table', () => {
    const file = versions.find((entry) => entry.version === version)
    expect(file?.changes.map(({ why }) => why)).toEqual(changes.map(({ why }) => why))
  })
})

test('the first version changes nothing', () => {
  expect(versions[0]).toMatchObject({ version: '2025-03-13', from: undefined, changes: [] })
})

test('all versions have the same routes and methods', () => {
  const routes = versions.map(({ version }) =>
    Object.entries(asObject(documentOf(version)['paths'])).map(([route, item]) => [
      route,
      Object.keys(asObject(item)),
    ]),
  )
  expect(routes[1]).toEqual(routes[0])
  expect(routes[2]).toEqual(routes[0])
})

test('info.version is the date', () => {
  expect(versions.map(({ version }) => at(documentOf(version), '/info/version'))).toEqual(
    versions.map(({ version }) => version),
  )
})

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [{ a: 1 }, { a: 2, 'b/c': 1 }, ['~ /a', '+ /b~1c']],
  [{ a: [1, 2] }, { a: [1] }, ['- /a/1']],
  [{ a: {} }, { a: [] }, ['~ /a']],
])('difference of %j and %j', (before, after, expected) => {
  expect(difference(before, after)).toEqual(expected)
})

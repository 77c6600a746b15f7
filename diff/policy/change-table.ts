import type { ReportedChange } from '../model/report.js'
import type { ChangeTable, TableLine } from './clause.js'

const identify = 'post /customers/{id}/identifications/v2'
const schema = (name: string): string => `#/components/schemas/${name}`

/** The table of versions in the specification (Versioning), each line with the places that it accounts for. */
export const changeTable: ChangeTable = {
  '2025-03-13': [],
  '2026-07-01': [
    {
      says: 'deposit_rails can include a FedNow member',
      pointers: [schema('DepositRail'), schema('DepositRail_FedNowDepositInfo'), schema('FedNowDepositInfo')],
    },
  ],
  '2026-08-01': [
    { says: 'customers are created in SigningsRequired', operations: ['post /customers'] },
    {
      says: 'required-signings returns 200 with an empty list when nothing is outstanding',
      operations: ['get /customers/{id}/required-signings'],
    },
    { says: 'one global document for all countries', operations: ['get /terms-and-conditions'] },
    { says: 'structured identification errors', operations: [identify] },
    {
      says: 'business_details.industry required',
      pointers: [schema('BusinessQuestionnaireBusinessDetails'), schema('SolePropBusinessDetails')],
    },
    { says: 'optional birth_place.state', pointers: [schema('BirthPlace')] },
    {
      says: 'nested business beneficiary document needs reduced',
      pointers: [schema('BusinessBeneficiaryInfo')],
    },
    {
      says: '10% fallback thresholds for the CDD certification and for UBO share',
      pointers: [schema('CompanyBeneficiary')],
    },
    {
      says: 'root-level Director and qualifying owner required',
      pointers: [`${schema('CompanyData')}/properties/beneficiaries`],
    },
    {
      says: 'PrivateFoundation purpose restriction',
      pointers: [`${schema('BusinessQuestionnairePlannedActivities')}/properties/purpose_and_intended_use`],
    },
  ],
}

const isBelow = (pointer: string | undefined, above: string): boolean =>
  pointer === above || pointer?.startsWith(`${above}/`) === true

const isAbout = (
  { pointers = [], operations }: TableLine,
  { from, to, uses }: Pick<ReportedChange, 'from' | 'to' | 'uses'>,
): boolean =>
  pointers.some((above) => isBelow(from?.pointer, above) || isBelow(to?.pointer, above)) ||
  (operations !== undefined &&
    uses.length > 0 &&
    uses.every(({ operation }) => operations.includes(operation)))

/** The changes that no line of a row accounts for. */
export function beyondTable(
  changes: readonly ReportedChange[],
  row: readonly TableLine[],
): readonly ReportedChange[] {
  return changes.filter((change) => !row.some((line) => isAbout(line, change)))
}

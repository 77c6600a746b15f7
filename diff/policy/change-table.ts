import { type ChangeName, changes, versions } from '../../versions/index.js'
import type { ReportedChange } from '../model/report.js'
import type { ChangeTable, TableLine } from './clause.js'

const identify = 'post /customers/{id}/identifications/v2'
const schema = (name: string): string => `#/components/schemas/${name}`

/** The locations that each change accounts for; a pure change of behaviour has none. */
const accountedFor: Readonly<Record<ChangeName, Omit<TableLine, 'says'>>> = {
  'fednow-rail': {
    pointers: [schema('DepositRail'), schema('DepositRail_FedNowDepositInfo'), schema('FedNowDepositInfo')],
  },
  'signings-first': { operations: ['post /customers'] },
  'empty-signings-list': { operations: ['get /customers/{id}/required-signings'] },
  'global-terms': { operations: ['get /terms-and-conditions'] },
  'structured-errors': { operations: [identify] },
  'industry-required': {
    pointers: [schema('BusinessQuestionnaireBusinessDetails'), schema('SolePropBusinessDetails')],
  },
  'birth-place-state': { pointers: [schema('BirthPlace')] },
  'nested-company-documents': { pointers: [schema('BusinessBeneficiaryInfo')] },
  'company-documents-required': {},
  'ten-percent-fallback': { pointers: [schema('CompanyBeneficiary')] },
  'company-structure': { pointers: [`${schema('CompanyData')}/properties/beneficiaries`] },
  'foundation-purposes': {
    pointers: [`${schema('BusinessQuestionnairePlannedActivities')}/properties/purpose_and_intended_use`],
  },
}

const lineOf = ({ name, title }: (typeof changes)[number]): TableLine => ({
  says: title,
  ...accountedFor[name],
})

/** The table of versions in the specification (Versioning), each line with the locations it accounts for. */
export const changeTable: ChangeTable = Object.fromEntries(
  versions.map((version) => [version, changes.filter((change) => change.version === version).map(lineOf)]),
)

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
  reported: readonly ReportedChange[],
  row: readonly TableLine[],
): readonly ReportedChange[] {
  return reported.filter((change) => !row.some((line) => isAbout(line, change)))
}

import { enumerations } from '../statements/tables/enumerations.js'
import { inSection, type Statement } from './statement.js'

const section = inSection('Resources, enumerations')

/** Every member of a list is one statement, and that there is no other is one too. */
const listed = (
  name: string,
  members: readonly string[],
  ...rules: readonly string[]
): readonly Statement[] => [
  ...section.each(members, (member) => `${name} has ${member}.`, ...rules),
  section.judged(`${name} has no other value.`, ...rules),
]

const inQuote = ['enumerations/documents', 'quote/enumerations']

/** Resources, enumerations. */
export const enumerationsStatements: readonly Statement[] = [
  ...listed('Blockchain', enumerations.Blockchain, ...inQuote, 'quote/parameter-types'),
  ...listed(
    'RateExpiryPolicy',
    enumerations.RateExpiryPolicy,
    ...inQuote,
    'quote/parameter-types',
    'quote/echo',
  ),
  ...listed('FeeSettlement', enumerations.FeeSettlement, ...inQuote),
  ...listed('DepositAccountType', enumerations.DepositAccountType, ...inQuote),
  ...listed('PaymentNetwork', enumerations.PaymentNetwork, ...inQuote),
  ...listed('NetworkFeeType', enumerations.NetworkFeeType, ...inQuote),
  ...listed('Rail status', enumerations['Rail status'], 'enumerations/documents', 'abilities/rail-status'),
  ...listed(
    'Identification status',
    enumerations['Identification status'],
    'enumerations/documents',
    'enumerations/identification-status',
  ),
  section.judged('No version is named for any of them.', 'enumerations/older-documents'),
]

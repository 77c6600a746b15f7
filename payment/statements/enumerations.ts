import { judged, observer, ofDocuments, open, scenario, section } from './statement.js'
import { enumerationTable } from './tables/markdown.js'

/** Resources, enumerations. */
export const enumerationSections = [
  section(
    'Resources, enumerations',
    `Lists of values that fields and parameters are taken from. None has a value besides those listed.

${enumerationTable([
  'Blockchain',
  'RateExpiryPolicy',
  'FeeSettlement',
  'DepositAccountType',
  'PaymentNetwork',
  'NetworkFeeType',
  'Rail status',
  'Identification status',
])}`,
    {
      'enumerations/documents': ofDocuments(
        'The documents list the values',
        'Values that the document lists for an enumeration are those of the specification.',
        { versions: { from: 'structured-errors' } },
      ),
      'enumerations/older-documents': ofDocuments(
        'Older documents list the values',
        'Values that the document of an earlier version lists for an enumeration are those of the specification, which names no version for any of them.',
        { versions: { until: 'structured-errors' }, severity: 'warning' },
      ),
      'quote/enumerations': scenario(
        'Enumerations hold in the quote',
        'Each enumerated field of a quote and its parts has one of the values listed.',
        { needs: ['customer'] },
      ),
      'abilities/rail-status': scenario(
        'Rails have a known status',
        'Each rail leaf is Active, Pending, Unavailable, Blocked or Maintenance.',
        { needs: ['customer'] },
      ),
      'enumerations/identification-status': observer(
        'Identifications have the statuses listed',
        'The status of an identification is one of those listed.',
      ),
      'parameter-values': judged('Enumerated parameters of a quote take the values listed, and no others.', [
        'quote/parameter-types',
      ]),
      'enumerations/decided-identifications': open(
        'Which statuses follow a decision',
        'Which statuses an identification has once it was declined, and once it was archived.',
        'transitions are not shown; whatever comes is held against the list of statuses',
        { versions: 'all', needs: ['writes'] },
      ),
    },
  ),
] as const

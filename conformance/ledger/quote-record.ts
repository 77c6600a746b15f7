import { enumerations } from '../statements/tables/enumerations.js'
import { records } from '../statements/tables/records.js'
import { valueKinds } from '../statements/tables/value-kinds.js'
import { inSection, type Statement } from './statement.js'

const quote = inSection('Resources, SignedAutorampQuote')
const fee = inSection('Resources, Fee')

type Record = 'SignedAutorampQuote' | 'Fee' | 'NetworkFee' | 'NetworkFeeWithSettlement' | 'PartnerFee'

/** Presence and type of every field of a record, each a statement of its own. */
const fieldsOf = (
  { judged }: ReturnType<typeof inSection>,
  record: Record,
  required: string,
  optional: string,
): Statement[] => {
  const { fields } = records[record]
  const ruleOf = (isOptional: true | undefined): string => (isOptional ? optional : required)
  const presence = fields
    .filter(({ isOptional }) => !isOptional)
    .map(({ name }) => judged(`${name} of ${record} is required.`, required, 'quote/document-record'))
  const types = fields.map(({ name, kind, isOptional, enumeration }) =>
    enumeration
      ? judged(
          `${name} of ${record} is a ${enumeration}.`,
          ruleOf(isOptional),
          'quote/enumerations',
          'enumerations/documents',
        )
      : judged(
          `${name} of ${record} is ${valueKinds[kind].words}.`,
          ruleOf(isOptional),
          'quote/document-record',
          'quote/document-shown',
        ),
  )
  const others = fields
    .filter(({ isOptional }) => isOptional)
    .map(({ name }) =>
      judged(`${name} of ${record} is optional.`, 'quote/document-record', 'quote/document-shown'),
    )
  return [...presence, ...others, ...types]
}

const quoteStatements: readonly Statement[] = [
  ...fieldsOf(quote, 'SignedAutorampQuote', 'quote/fields', 'quote/optional-fields'),
  quote.judged('additional_in_currencies share the chain of source_currency.', 'quote/additional-chain'),
  quote.judged('additional_in_currencies do not contain source_currency.', 'quote/additional-source'),
  quote.unjudged(
    'Later quotes for additional currencies come from POST /autoramps/{id}/quotes.',
    'not-promised',
    'its request and response are not shown; noted by autoramp/further-quotes',
  ),
  quote.judged('Without fee_profile_id the default fee profile applies.', 'quote/fee-profile'),
  quote.unjudged(
    'With batch_payout payouts are sent once per day.',
    'unobservable',
    'payouts are not seen within a run',
  ),
  quote.judged('batch_payout is only for fiat destination currencies.', 'quote/batch-payout'),
  quote.judged('pay_by_reference is false by default.', 'quote/pay-by-reference', 'quote/document-limits'),
  quote.judged('With pay_by_reference a payment reference is generated.', 'quote/pay-by-reference'),
  quote.unjudged(
    'wire_message and swift_payment_reference have at most 4 lines of 35 characters.',
    'not-promised',
    'the pattern allows no line breaks, so that lines cannot be told',
  ),
  quote.unjudged(
    'How rate, fees and amounts reconcile.',
    'not-promised',
    'no arithmetic is promised; noted by quote/arithmetic',
  ),
  ...['wire_message', 'swift', 'sepa', 'ach'].map((name) =>
    quote.judged(
      `A reference for ${name} has letters, digits, space and /-?:().+ alone.`,
      'quote/references',
      'quote/reference-bounds',
      'quote/document-limits',
    ),
  ),
  quote.judged('fps_payment_reference has letters alone.', 'quote/references', 'quote/document-limits'),
]

/** Resources: the signed quote and its fee. */
export const quoteRecordStatements: readonly Statement[] = [
  ...quoteStatements,
  ...fieldsOf(fee, 'Fee', 'quote/fee', 'quote/fee-optional'),
  ...fieldsOf(fee, 'NetworkFeeWithSettlement', 'quote/fee-lists', 'quote/fee-lists'),
  ...fieldsOf(fee, 'PartnerFee', 'quote/fee-lists', 'quote/fee-lists'),
  ...fieldsOf(fee, 'NetworkFee', 'quote/fee-lists', 'quote/fee-lists'),
  ...fee.each(
    enumerations.DeprecatedNetworkFee,
    (type) => `A network fee can have the type ${type}.`,
    'enumerations/documents',
    'quote/enumerations',
  ),
  fee.judged('A network fee has no other type.', 'enumerations/documents', 'quote/enumerations'),
  ...['network_fees', 'deducted_fee', 'NetworkFee'].map((name) =>
    fee.judged(`${name} is deprecated.`, 'quote/document-shown'),
  ),
  fee.unjudged(
    'Both lists of network fees say the same.',
    'not-promised',
    'their enumerations differ, so that equal content is impossible',
  ),
]

import { narrowJudge, quoteJudge } from '../../documents/stated.js'
import { combined } from '../../documents/index.js'
import { expiryLimit } from './expiry.js'
import { additionalBound, additionalLength, additionalLimit } from './additional.js'
import { accountBound, accountLength, codeLength } from './refusals.js'
import { quoteReferences, referenceBounds } from './texts.js'
import { bankBounds } from './fields.js'
import { judged, notPromised, ofDocuments, scenario, section } from '../../statements/statement.js'

const needs = ['customer'] as const
const also = ['quote/document-limits'] as const

/** Limits. */
export const limitSections = [
  section(
    'Limits',
    `Lengths, counts and ranges, of a quote above all. Those of payment references:\n\n{{references}}`,
    {
      'quote/expiry-limit': scenario({ needs, also, run: expiryLimit })`
        A quote lasts at most 24 hours
        expiry_in_hours is at most 24: more is refused, or no quote lasts longer.`,
      'quote/additional-limit': scenario({ needs, also, run: additionalLimit })`
        At most 16 additional currencies
        additional_in_currency_codes and additional_in_currency_chains have at most 16 items.`,
      'quote/additional-bound': scenario({ needs, also, run: additionalBound })`
        16 additional currencies are allowed
        additional_in_currency_codes and additional_in_currency_chains may have 16 items.`,
      'quote/additional-length': scenario({ needs, run: additionalLength })`
        Additional codes and chains pair up
        additional_in_currency_chains has the length of additional_in_currency_codes.`,
      'quote/code-length': scenario({ needs, also, run: codeLength })`
        Currency codes have at most 32 characters
        source_currency_code and destination_currency_code have at most 32 characters.`,
      'quote/account-length': scenario({ needs, also, run: accountLength })`
        Accounts have at most 256 characters
        recipient_account, sender_account_number and sender_mobile_number have at most 256 characters.`,
      'quote/account-bound': scenario({ needs, also, run: accountBound })`
        Accounts may have 256 characters
        An account or mobile number is not refused for a length of up to 256 characters.`,
      'quote/references': scenario({ needs, also, run: quoteReferences })`
        References are within their limits
        Payment references in a quote have the stated lengths and patterns.`,
      'quote/reference-bounds': scenario({ needs, also, run: referenceBounds })`
        References up to their limits are accepted
        A payment reference within its length and pattern is carried like any other.
        no quote carries a payment reference`,
      'quote/document-limits': ofDocuments({
        judge: combined(quoteJudge('limits'), narrowJudge),
      })`
        The documents have the limits
        Limits and defaults that the document gives parameters, references and bank accounts are those of the tables.
        - No other limit excludes an amount with decimals, an IBAN, a usual code, id or sender, a reference within its limits, or a single item.`,
      'bank-numbers': judged('quote/bank-identifiers', 'quote/bank-refusals', 'quote/document-limits')`
        Account numbers of ACH, Wire, RTP and FEDNOW have 4 to 17 digits and capital letters, routing numbers exactly 9 digits.`,
      'quote/bank-bounds': scenario({ needs: ['customer', 'writes'], run: bankBounds })`
        Bank accounts up to their limits are accepted
        A bank account is not refused for a number of 4 or of 17 characters, for capital letters in it, or for having no intermediary_bic.`,
      elsewhere: judged(
        'identification/business-description-insufficient',
        'identification/selfie-expired',
        'identification/structure-invalid',
        'identification/ubo-share-below-threshold',
        'webhooks/slow-answer',
        'webhooks/timestamp',
      )`
        Limits of identifications and deliveries are those that their sections state.`,
      'rate-limits': notPromised`
        Rate limits.
        not shown in the specification`,
    },
  ),
] as const

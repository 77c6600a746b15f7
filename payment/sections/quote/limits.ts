import { narrowJudge, quoteJudge } from '../../documents/stated.js'
import { combined, contradictions } from '../../documents/index.js'
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
      'quote/expiry-limit': scenario(
        'A quote lasts at most 24 hours',
        'expiry_in_hours is at most 24: more is refused, or no quote lasts longer.',
        { needs, also, run: expiryLimit },
      ),
      'quote/additional-limit': scenario(
        'At most 16 additional currencies',
        'additional_in_currency_codes and additional_in_currency_chains have at most 16 items.',
        { needs, also, run: additionalLimit },
      ),
      'quote/additional-bound': scenario(
        '16 additional currencies are allowed',
        'additional_in_currency_codes and additional_in_currency_chains may have 16 items.',
        { needs, also, run: additionalBound },
      ),
      'quote/additional-length': scenario(
        'Additional codes and chains pair up',
        'additional_in_currency_chains has the length of additional_in_currency_codes.',
        { needs, run: additionalLength },
      ),
      'quote/code-length': scenario(
        'Currency codes have at most 32 characters',
        'source_currency_code and destination_currency_code have at most 32 characters.',
        { needs, also, run: codeLength },
      ),
      'quote/account-length': scenario(
        'Accounts have at most 256 characters',
        'recipient_account, sender_account_number and sender_mobile_number have at most 256 characters.',
        { needs, also, run: accountLength },
      ),
      'quote/account-bound': scenario(
        'Accounts may have 256 characters',
        'An account or mobile number is not refused for a length of up to 256 characters.',
        { needs, also, run: accountBound },
      ),
      'quote/references': scenario(
        'References keep their limits',
        'Payment references in a quote keep their lengths and patterns.',
        { needs, also, run: quoteReferences },
      ),
      'quote/reference-bounds': scenario(
        'References may go to their limits',
        'A payment reference within its length and pattern is carried like any other.',
        { needs, also, unjudged: 'no quote carries a payment reference', run: referenceBounds },
      ),
      'quote/document-limits': ofDocuments(
        'The documents have the limits',
        'Limits and defaults that the document gives parameters, references and bank accounts are those of the tables.',
        {
          details: [
            'No other limit excludes an amount with decimals, an IBAN, a usual code, or a single item.',
          ],
          judge: contradictions(combined(quoteJudge('limits'), narrowJudge)),
        },
      ),
      'bank-numbers': judged(
        'Account numbers of ACH, Wire, RTP and FEDNOW have 4 to 17 digits and capital letters, routing numbers exactly 9 digits.',
        ['quote/bank-identifiers', 'quote/bank-refusals', 'quote/document-limits'],
      ),
      'quote/bank-bounds': scenario(
        'Bank accounts may go to their limits',
        'A bank account is not refused for a number of 4 or of 17 characters, for capital letters in it, or for having no intermediary_bic.',
        { needs: ['customer', 'writes'], run: bankBounds },
      ),
      elsewhere: judged('Limits of identifications and deliveries are those that their sections state.', [
        'identification/business-description-insufficient',
        'identification/selfie-expired',
        'identification/structure-invalid',
        'identification/ubo-share-below-threshold',
        'webhooks/slow-answer',
        'webhooks/timestamp',
      ]),
      'rate-limits': notPromised('Rate limits.', 'not shown in the specification'),
    },
  ),
] as const

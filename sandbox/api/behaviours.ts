import { type ChangeName, changes, hasChange } from '../../versions/index.js'

/** The changes that a version has, by name: code never refers to a date. A fault may switch one. */
export type Behaviours = Readonly<Record<ChangeName, boolean>>

/** The behaviours of a version; a version that is not in the table behaves like the one before it. */
export function behavioursOf(version: string): Behaviours {
  const all = changes.map(({ name }) => [name, hasChange(version, name)] as const)
  return Object.fromEntries(all) as Record<ChangeName, boolean>
}

/** An ambiguous sentence of the specification; the sandbox supports both readings. */
export interface Interpretation {
  readonly name: string
  readonly question: string
  readonly first: string
  readonly other: string
}

/** The sentences that `--reading other` changes: question, first reading, other reading. */
const readings = {
  'empty-signings-by-pin': [
    'which version determines the response for empty required-signings',
    'that of the call',
    'that of the call or of the customer: 200 where either has it',
  ],
  'plain-text-refusals': [
    'what a string body is',
    'a JSON string, as the documents say',
    'bare text, as text/plain',
  ],
  'impossible-date-unknown': ['what 2026-02-30 is', 'version_malformed', 'version_unknown'],
  'key-before-version': ['a bad version without a key', '400 for the version', '401 for the key'],
  'no-echo-on-version-errors': ['X-API-Version on a version error', 'the default version', 'absent'],
  'market-data-reads-version': [
    'a version header on token and market-data operations',
    'ignored, whatever its value',
    'obeyed, and refused as everywhere',
  ],
  'replay-keeps-vary': [
    'Vary on an idempotent replay',
    'absent, like all headers',
    'kept; X-API-Version alone is absent',
  ],
  'texts-cut': [
    'a text reference that breaks a limit',
    'refused with 400',
    'cut to its length, or left out where that is not enough',
  ],
  'slippage-required': ['a quote under Slippage without a tolerance', 'given', 'refused with 400'],
  'nulls-for-absent': ['optional fields of a quote without a value', 'absent', 'null'],
  'ping-when-disabled': ['a ping to a disabled webhook', 'not sent, and answered false', 'sent'],
  'industry-type-alone': [
    'a Business of 2026-08-01 with industry_type and no industry',
    'industry_required',
    'accepted, and other violations of the document are not reported',
  ],
  'tax-number-by-certification': [
    'the code for a Director or owner without a tax number in the certification of a US company',
    'tin_required',
    'cdd_certification_invalid',
  ],
  'null-beneficiary-index': ['beneficiary_index of a rule that is about no beneficiary', 'absent', 'null'],
  'birth-state-in-structure': [
    'birth_place.state missing',
    'invalid_request, and not in MC and SG, two cities',
    'structure_invalid, in MC and SG too, which ISO 3166-2 divides',
  ],
  'digital-license-everywhere': [
    'a DigitalDriversLicense from BRA in a US company',
    'identity_document_rejected',
    'accepted',
  ],
  'document-groups-awaited': [
    'a Business of 2026-08-01 that lacks company documents of other groups than Company Details',
    'refused with the codes of the groups',
    'Pending, with a url to resume',
  ],
} as const

/** Every sentence with two readings. */
export const interpretations: readonly Interpretation[] = Object.entries(readings).map(
  ([name, [question, first, other]]) => ({ name, question, first, other }),
)

/** Whether the alternative reading of a sentence is used. */
export type UsesAlternative = (name: keyof typeof readings) => boolean

/** A passage of the specification with two possible readings, both of which the sandbox supports. */
export interface Interpretation {
  readonly name: string
  readonly question: string
  readonly first: string
  readonly other: string
}

/** Every reading that `--reading other` changes. Other passages have only one reading. */
export const interpretations = [
  {
    name: 'empty-signings-by-pin',
    question: 'whose version decides how an empty required-signings looks',
    first: 'that of the call',
    other: 'that of the call or of the customer: 200 where either has it',
  },
  {
    name: 'plain-text-refusals',
    question: 'what a string body is',
    first: 'a JSON string, as the documents say',
    other: 'bare text, as text/plain',
  },
  {
    name: 'impossible-date-unknown',
    question: 'what 2026-02-30 is',
    first: 'version_malformed',
    other: 'version_unknown',
  },
  {
    name: 'key-before-version',
    question: 'a bad version without a key',
    first: '400 for the version',
    other: '401 for the key',
  },
  {
    name: 'no-echo-on-version-errors',
    question: 'X-API-Version on a version error',
    first: 'the default version',
    other: 'absent',
  },
  {
    name: 'market-data-reads-version',
    question: 'a version header on token and market-data operations',
    first: 'ignored, whatever it holds',
    other: 'obeyed, and refused as everywhere',
  },
  {
    name: 'replay-keeps-vary',
    question: 'Vary on an idempotent replay',
    first: 'absent, like all headers',
    other: 'kept; X-API-Version alone is absent',
  },
  {
    name: 'texts-cut',
    question: 'a text reference that breaks a limit',
    first: 'refused with 400',
    other: 'cut to its length, or left out where that is not enough',
  },
  {
    name: 'slippage-required',
    question: 'a quote under Slippage without a tolerance',
    first: 'given',
    other: 'refused with 400',
  },
  {
    name: 'nulls-for-absent',
    question: 'optional fields of a quote that have no value',
    first: 'absent',
    other: 'null',
  },
  {
    name: 'ping-when-disabled',
    question: 'a ping to a disabled webhook',
    first: 'not sent, and answered false',
    other: 'sent',
  },
  {
    name: 'industry-type-alone',
    question: 'a Business of 2026-08-01 with industry_type and no industry',
    first: 'industry_required',
    other: 'accepted, and what else its document has against it is not told',
  },
  {
    name: 'tax-number-by-certification',
    question:
      'the code for a person without a tax number whom the certification of a US company names as Director or owner',
    first: 'tin_required',
    other: 'cdd_certification_invalid',
  },
  {
    name: 'null-beneficiary-index',
    question: 'beneficiary_index where a rule means no beneficiary',
    first: 'absent',
    other: 'null',
  },
  {
    name: 'birth-state-in-structure',
    question: 'birth_place.state missing',
    first: 'invalid_request, and not in MC and SG, two cities',
    other: 'structure_invalid, in MC and SG too, which ISO 3166-2 divides',
  },
  {
    name: 'digital-license-everywhere',
    question: 'a DigitalDriversLicense from BRA in a US company',
    first: 'identity_document_rejected',
    other: 'accepted',
  },
  {
    name: 'document-groups-awaited',
    question: 'a Business of 2026-08-01 that lacks company documents of other groups than Company Details',
    first: 'refused with the codes of the groups',
    other: 'Pending, with a url to resume',
  },
] as const satisfies readonly Interpretation[]

export type InterpretationName = (typeof interpretations)[number]['name']

/** Whether the alternative reading of a passage is used. */
export type UsesAlternative = (name: InterpretationName) => boolean

/** Selects the first reading of every passage, or the other one. */
export function interpretationsOf(which: 'first' | 'other'): UsesAlternative {
  return () => which === 'other'
}

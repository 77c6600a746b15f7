import type { Behaviours } from '../versions/index.js'

/** One reason why a submission is refused (Errors, Structured identification errors). */
export interface IdentificationError {
  readonly code: string
  readonly message: string
  readonly docs_url: string
  readonly beneficiary_index?: number
}

const docsUrl = (code: string): string => `https://docs.sandbox.example/identification-errors#${code}`

/**
 * The body of a refused identification: a list of coded errors where the version has them, else the text alone.
 * What the document refuses is `invalid_request`.
 */
export const refusedSubmission = (
  text: string,
  { structuredIdentificationErrors }: Behaviours,
): string | readonly IdentificationError[] =>
  structuredIdentificationErrors
    ? [{ code: 'invalid_request', message: text, docs_url: docsUrl('invalid_request') }]
    : text

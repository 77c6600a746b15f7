import type { Field } from './fields.js'
import type { Submission } from './model.js'

const files = new Set([
  'file',
  'flow_of_funds_diagram',
  'identity_document_back',
  'identity_document_front',
  'proof_of_address',
  'selfie',
  'source_of_funds_document',
  'source_of_funds_proof',
])

/** Every file of a submission, in base64. */
export function filesOf({ fields }: Submission): readonly Field[] {
  return fields.filter(({ name }) => files.has(name))
}

/** Whether a file begins with an ASCII text when decoded. Only its beginning is decoded. */
export function beginsWith({ value }: Field, text: string): boolean {
  return Buffer.from(value.slice(0, 4 * text.length), 'base64')
    .toString('latin1')
    .startsWith(text)
}

/** The number of bytes in a base64 text, ignoring line breaks. */
export function sizeOf({ value }: Field): number {
  return Buffer.byteLength(value.replaceAll(/\s/g, ''), 'base64')
}

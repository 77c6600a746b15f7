import type { JsonObject } from './editing.js'

/** One fact of the tables changed in a document, and the rule that is to tell of it. */
export interface Deviation {
  readonly name: string
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** Versions whose document has the fact; all where it is not given. */
  readonly versions?: readonly string[]
  readonly change: (document: JsonObject) => void
}

/** Words of the rules that tell of one part of the documents. */
export interface Rules {
  readonly contradicts: string
  readonly lacks: string
}

export const quoteRules: Rules = { contradicts: 'quote/document-record', lacks: 'quote/document-shown' }
export const otherRules: Rules = { contradicts: 'documents/statements', lacks: 'documents/shown' }

export const error = (
  name: string,
  rule: string,
  change: (document: JsonObject) => void,
  versions?: readonly string[],
): Deviation => ({ name, rule, severity: 'error', change, ...(versions && { versions }) })

export const warning = (
  name: string,
  rule: string,
  change: (document: JsonObject) => void,
  versions?: readonly string[],
): Deviation => ({ name, rule, severity: 'warning', change, ...(versions && { versions }) })

import type { Exchange } from './exchange.js'

/** What a judge says about one violation. */
export interface Violation {
  /** One sentence: what was promised and what came instead. */
  readonly message: string
  /** JSON Pointer into the document, or into the body when it starts with a slash. */
  readonly pointer?: string
  /** The exchange that shows it; absent for a violation inside a document. */
  readonly exchange?: Exchange
}

/** One violation in a report, with the first evidence of it and how often it was seen. */
export interface Finding {
  readonly message: string
  readonly pointer?: string
  readonly occurrences: number
  readonly evidence: readonly Exchange[]
}

const evidenceKept = 3

/** Folds violations that say the same of the same place into one finding each. */
export function foldFindings(violations: readonly Violation[]): Finding[] {
  const folded = new Map<string, { violation: Violation; occurrences: number; evidence: Exchange[] }>()
  for (const violation of violations) {
    const key = `${violation.pointer ?? ''}\n${violation.message}`
    const known = folded.get(key) ?? { violation, occurrences: 0, evidence: [] }
    folded.set(key, known)
    known.occurrences++
    if (violation.exchange && known.evidence.length < evidenceKept) known.evidence.push(violation.exchange)
  }
  return [...folded.values()].map(({ violation: { message, pointer }, occurrences, evidence }) => ({
    message,
    ...(pointer === undefined ? {} : { pointer }),
    occurrences,
    evidence,
  }))
}

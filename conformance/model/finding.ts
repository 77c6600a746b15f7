import type { Exchange } from '../exchange/exchange.js'

/** One violation, as an observer or a scenario reports it. */
export interface Violation {
  /** One sentence: what was promised and what came instead. It holds nothing that differs from answer to answer. */
  readonly message: string
  /** JSON Pointer into the document, or into the body when it starts with a slash. */
  readonly pointer?: string
  /** The exchange that shows it; absent for a violation inside a document. */
  readonly exchange?: Exchange
}

/** An observation where nothing is promised: reported, and never held against the service. */
export interface Note {
  /** One sentence that begins with what was seen, for instance `served: a digest in base64`. */
  readonly message: string
  readonly occurrences: number
}

/** Folds notes that say the same. */
export function foldNotes(messages: readonly string[]): Note[] {
  const counts = new Map<string, number>()
  for (const message of messages) counts.set(message, (counts.get(message) ?? 0) + 1)
  return [...counts].map(([message, occurrences]) => ({ message, occurrences }))
}

/** One violation in a report, with the first evidence of it and how often it was seen. */
export interface Finding {
  readonly message: string
  readonly pointer?: string
  readonly occurrences: number
  readonly evidence: readonly Exchange[]
  /** Why the baseline lets it pass, and until when. */
  readonly known?: { readonly reason: string; readonly expires: string }
}

const evidenceKept = 3

/** Merges findings of one kind at one location: occurrences add up, the first evidence stays. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = `${finding.pointer ?? ''}\n${finding.message}`
    const known = merged.get(key)
    const occurrences = finding.occurrences + (known?.occurrences ?? 0)
    const evidence = [...(known?.evidence ?? []), ...finding.evidence].slice(0, evidenceKept)
    merged.set(key, { ...finding, occurrences, evidence })
  }
  return [...merged.values()]
}

/** Folds violations of one kind at one location into one finding each. */
export function foldFindings(violations: readonly Violation[]): Finding[] {
  return mergeFindings(
    violations.map(({ exchange, ...what }) => ({
      ...what,
      occurrences: 1,
      evidence: exchange === undefined ? [] : [exchange],
    })),
  )
}

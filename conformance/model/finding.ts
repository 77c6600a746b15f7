import type { Exchange } from '../exchange/exchange.js'

/** One violation, as an observer or a scenario reports it. */
export interface Violation {
  /** One sentence: what was promised and what came instead. It holds nothing that differs from answer to answer. */
  readonly message: string
  /** JSON Pointer into the document, or into the body when it starts with a slash. */
  readonly pointer?: string
  /** The exchange that shows it; absent for a violation inside a document. */
  readonly exchange?: Exchange
  readonly pattern?: string
  readonly expected?: string
  readonly operations?: readonly string[]
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

/** A line of a document that the user named. */
export interface DocumentLocation {
  /** The path or the address of the document, as the user spelled it. */
  readonly file: string
  /** Counted from 1; absent where the text of the document has no lines to speak of. */
  readonly line?: number
}

/** One violation in a report, with the first evidence of it and how often it was seen. */
export interface Finding {
  readonly message: string
  /** The message with `*` for what differs from run to run, where something does. */
  readonly pattern?: string
  readonly pointer?: string
  readonly occurrences: number
  readonly evidence: readonly Exchange[]
  /** What a right answer would have been, in one sentence. */
  readonly expected?: string
  /** All operations that show it, as method and path: `GET /pets/{petId}`. */
  readonly operations?: readonly string[]
  /** Where the document makes the promise that is broken. */
  readonly location?: DocumentLocation
  /** The evidence is one sequence of requests in the order of sending, of which the last one shows it. */
  readonly isSequence?: true
  /** Why the baseline lets it pass, and until when. */
  readonly known?: { readonly reason: string; readonly expires: string }
}

const evidenceKept = 3

/** The evidence of two findings of one kind: the steps of a sequence are shown together, and alone. */
const evidenceOf = (
  known: Finding | undefined,
  finding: Finding,
): Pick<Finding, 'evidence' | 'isSequence'> => {
  const first = known ?? finding
  if (first.isSequence === true) return { evidence: first.evidence, isSequence: true }
  const more = known === undefined || finding.isSequence === true ? [] : finding.evidence
  return { evidence: [...first.evidence, ...more].slice(0, evidenceKept) }
}

/** Merges findings of one kind at one location: occurrences add up, the first stays with its message and evidence. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = `${finding.pointer ?? ''}\n${finding.pattern ?? finding.message}`
    const known = merged.get(key)
    const occurrences = finding.occurrences + (known?.occurrences ?? 0)
    const { isSequence: _own, ...first } = known ?? finding
    const operations = [...new Set([...(known?.operations ?? []), ...(finding.operations ?? [])])]
    merged.set(key, {
      ...first,
      occurrences,
      ...evidenceOf(known, finding),
      ...(operations.length > 0 && { operations }),
    })
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

import { groupedBy } from '../../document/index.js'
import type { Exchange } from '../exchange/exchange.js'

/** One violation, as an observer or a scenario reports it. */
export interface Violation {
  /** One sentence: the promise and what happened instead. Contains nothing that differs between responses. */
  readonly message: string
  /** JSON Pointer into the document, or into the body when it starts with a slash. */
  readonly pointer?: string
  /** The exchange that shows it; absent for a violation within a document. */
  readonly exchange?: Exchange
  /** The message with `*` for parts that differ between runs, if any. */
  readonly pattern?: string
  readonly expected?: string
  /** All operations that show it, as method and path: `GET /pets/{petId}`. */
  readonly operations?: readonly string[]
}

/** An observation where nothing is promised, which never counts as a finding. */
export interface Note {
  /** One sentence that begins with the observation, for instance `served: a digest in base64`. */
  readonly message: string
  readonly occurrences: number
}

/** Folds equal notes. */
export function foldNotes(messages: readonly string[]): Note[] {
  const same = groupedBy(messages, (message) => message)
  return Array.from(same, ([message, { length: occurrences }]) => ({ message, occurrences }))
}

/** A line of a document that the user passed. */
export interface DocumentLocation {
  /** The path or URL of the document, as the user spelled it. */
  readonly file: string
  /** Counted from 1; absent where the document is on one line. */
  readonly line?: number
}

/** One violation in a report, with its first evidence and the number of occurrences. */
export interface Finding extends Omit<Violation, 'exchange'> {
  readonly occurrences: number
  readonly evidence: readonly Exchange[]
  readonly location?: DocumentLocation
  /** The evidence is a sequence of requests in the order of sending; the last one shows the violation. */
  readonly isSequence?: true
  /** The baseline's reason to tolerate it, and the last day. */
  readonly known?: { readonly reason: string; readonly expires: string }
}

const evidenceKept = 3

/** The evidence of two equal findings; the steps of a sequence stay together, without those of others. */
const evidenceOf = (known: Finding | undefined, own: Finding): Pick<Finding, 'evidence' | 'isSequence'> => {
  const first = known ?? own
  if (first.isSequence === true) return { evidence: first.evidence, isSequence: true }
  const more = known === undefined || own.isSequence === true ? [] : own.evidence
  return { evidence: [...first.evidence, ...more].slice(0, evidenceKept) }
}

/** The location of a finding, with `*` for positions in lists of a body: the same mistake in each item is one. */
export function pointerPattern({ pointer = '' }: Pick<Finding, 'pointer'>): string {
  return pointer.startsWith('/') ? pointer.replaceAll(/\/\d+(?=\/|$)/g, '/*') : pointer
}

/** Merges equal findings at one location: occurrences are added, the first message and evidence are kept. */
export function mergeFindings(findings: readonly Finding[]): Finding[] {
  const merged = new Map<string, Finding>()
  for (const finding of findings) {
    const key = `${pointerPattern(finding)}\n${finding.pattern ?? finding.message}`
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

/** Folds equal violations at one location into one finding each. */
export function foldFindings(violations: readonly Violation[]): Finding[] {
  return mergeFindings(
    violations.map(({ exchange, ...what }) => ({
      ...what,
      occurrences: 1,
      evidence: exchange === undefined ? [] : [exchange],
    })),
  )
}

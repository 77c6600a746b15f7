import type { DocumentLocation, Finding } from '../model/finding.js'
import type { DocumentSource, RuleFinding } from './model.js'

/** Ancestors with fewer keys than this are no location of a promise: `#/paths` says nothing. */
const fewestKeys = 3

/** A pointer with those that hold it, itself first: a document may be written in several files. */
const upwards = (pointer: string): string[] => {
  const keys = pointer.split('/')
  return keys.flatMap((_, index) =>
    index === 0 || keys.length - index > fewestKeys ? [keys.slice(0, keys.length - index).join('/')] : [],
  )
}

/** What documents have: where it stands says whether they have several lines. */
const everywhere = ['#/info', '#/paths']

const isInDocument = (pointer: string | undefined): pointer is string => pointer?.startsWith('#/') === true

/** Findings with the line of the document that each is about. */
export function locateFindings(findings: readonly RuleFinding[], source: DocumentSource): RuleFinding[] {
  if (!source.linesOf) return [...findings]
  const pointers = new Set(
    findings.flatMap(({ finding: { pointer } }) => (isInDocument(pointer) ? upwards(pointer) : [])),
  )
  const lines = source.linesOf([...everywhere, ...pointers])
  // A document in one line, as services print it, has no lines to speak of.
  const isPlain = new Set(lines.values()).size > 1
  const locationOf = ({ pointer }: Finding): DocumentLocation => {
    const at = isPlain && isInDocument(pointer) ? upwards(pointer).find((one) => lines.has(one)) : undefined
    const line = at === undefined ? undefined : lines.get(at)
    return { file: source.name, ...(line !== undefined && { line }) }
  }
  const located = (finding: Finding): Finding => ({
    ...finding,
    location: finding.location ?? locationOf(finding),
  })
  return findings.map(({ rule, finding }) => ({ rule, finding: located(finding) }))
}

import { type Excerpt, excerptOf } from '../../excerpts/excerpt.js'
import type { ChangeLocation } from '../../model/change.js'
import type { ReportedChange } from '../../model/report.js'

/** A document as a report shows it. */
export interface ShownDocument {
  /** The document as parsed JSON or YAML. */
  readonly document: unknown
  /** The address of its text, to which `#L12` is added for a line; absent for what has none. */
  readonly href?: string
}

/** What a report can show besides what was found: without it there are no fragments and no links. */
export interface ReportContext {
  readonly from?: ShownDocument
  readonly to?: ShownDocument
}

/** The fragments that a change is about; none where the documents are not at hand. */
export function excerptIn({ from, to }: ReportContext, change: ReportedChange): Excerpt {
  return from && to ? excerptOf(from.document, to.document, change) : []
}

/** The address of a location. */
export function hrefOf(shown: ShownDocument | undefined, { line }: ChangeLocation): string | undefined {
  if (shown?.href === undefined) return undefined
  return line === undefined ? shown.href : `${shown.href}#L${line}`
}

import { type Excerpt, excerptOf } from '../../excerpts/excerpt.js'
import type { ChangeLocation } from '../../model/change.js'
import type { ReportedChange } from '../../model/report.js'

/** A document as a report shows it. */
export interface ShownDocument {
  /** The document as parsed JSON or YAML. */
  readonly document: unknown
  /** URL of its text, to which `#L12` is appended for a line; absent if there is none. */
  readonly href?: string
}

/** Optional input of a report; without it there are no fragments and no links. */
export interface ReportContext {
  readonly from?: ShownDocument
  readonly to?: ShownDocument
}

/** The fragments that a change concerns; empty without the documents. */
export function excerptIn({ from, to }: ReportContext, change: ReportedChange): Excerpt {
  return from && to ? excerptOf(from.document, to.document, change) : []
}

/** The URL of a location. */
export function hrefOf(shown: ShownDocument | undefined, { line }: ChangeLocation): string | undefined {
  if (shown?.href === undefined) return undefined
  return line === undefined ? shown.href : `${shown.href}#L${line}`
}

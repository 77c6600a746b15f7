import type { Severity } from '../model/rule.js'
import type { Registry } from './registry.js'

/** One operation of a document, as far as packs choose by it. */
export interface OutlinedOperation {
  readonly operationId?: string
  /** In lower case. */
  readonly method: string
  /** The path template as the document spells it. */
  readonly path: string
}

/** One document of the service under test, as far as packs choose by it. */
export interface DocumentOutline {
  /** Its date, or the name of one that has none. */
  readonly version: string
  readonly title: string
  readonly operations: readonly OutlinedOperation[]
}

/** Rules that belong together, with what judges each, and the documents that they are about. */
export interface RulePack extends Registry {
  readonly name: string
  readonly title?: string
  /** Whether the rules are about the service that serves these documents. */
  readonly appliesTo: (documents: readonly DocumentOutline[]) => boolean
  /**
   * Rules of other packs, by id, that weigh more or less by the specification that this one is about, or are not judged
   * because it has rules of its own for that.
   */
  readonly severities?: Readonly<Record<string, Severity | 'off'>>
}

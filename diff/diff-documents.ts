import { groupedBy } from '../document/index.js'
import { documentFragment } from './engine/fragment.js'
import { changeOf, collectUses, type UsedEdit } from './engine/change-of.js'
import { compare } from './engine/engine.js'
import type { Change } from './model/report.js'
import type { Walkers } from './engine/node.js'
import { compareSchema, compareText } from './schema/compare-schema.js'
import { compareBody, compareDocument, compareOperation } from './walk/document.js'
import { compareHeader, compareResponse } from './walk/responses.js'
import { compareMediaType } from './walk/media-types.js'
import { compareParameter } from './walk/parameters.js'
import { compareRequirementLists, compareSecurityScheme } from './walk/security.js'

/** The walker for each subject. */
export const walkers: Walkers = {
  document: compareDocument,
  operation: compareOperation,
  parameter: compareParameter,
  header: compareHeader,
  body: compareBody,
  mediaType: compareMediaType,
  response: compareResponse,
  security: compareRequirementLists,
  securityScheme: compareSecurityScheme,
  schema: compareSchema,
  text: compareText,
}

const isXml = ({ uses }: UsedEdit): boolean => uses.some(({ within }) => /[/+]xml\b/i.test(within))

/** Downgrades XML changes to documentation if no operation sends the schema as XML. Each is kept once. */
const downgradeUnusedXml = (found: readonly UsedEdit[]): UsedEdit[] => {
  const noted = new Set<string>()
  return found.flatMap((one) => {
    if (one.edit.kind !== 'xml-changed' || isXml(one)) return [one]
    const key = `${one.edit.from?.pointer} ${one.edit.to?.pointer}`
    if (noted.has(key)) return []
    noted.add(key)
    return [{ ...one, edit: { ...one.edit, kind: 'xml-note-changed', direction: 'neither' as const } }]
  })
}

/** One of the two documents to compare. */
export interface DiffInput {
  /** The document as parsed JSON or YAML: OpenAPI 3.0 or 3.1. */
  readonly document: unknown
}

/** Adds the pointer to sentences that several changes have, such as the same change of two variants. */
const withPointers = (changes: readonly Change[]): readonly Change[] => {
  const alike = groupedBy(changes, ({ sentence }) => sentence)
  const pointerIn = (list: readonly Change[], { from, to }: Change): string | undefined => {
    const newer = new Set(list.map((one) => one.to?.pointer))
    const older = new Set(list.map((one) => one.from?.pointer))
    return newer.size > 1 ? (to ?? from)?.pointer : older.size > 1 ? (from ?? to)?.pointer : undefined
  }
  return changes.map((change) => {
    const pointer = pointerIn(alike.get(change.sentence) ?? [], change)
    const { sentence } = change
    return pointer === undefined
      ? change
      : { ...change, sentence: sentence.replace(/\.$/, ` (\`${pointer}\`).`) }
  })
}

/**
 * All differences between two documents, in the order of the older one's operations. Pure and deterministic.
 * Locations are pointers without lines; `locatePointers` finds the lines.
 */
export function diffDocuments(from: DiffInput, to: DiffInput): readonly Change[] {
  const root = compare(walkers, [documentFragment(from.document)], [documentFragment(to.document)])
  return withPointers(downgradeUnusedXml(collectUses(root)).map(changeOf))
}

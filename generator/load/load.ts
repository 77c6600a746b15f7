import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Problem } from '../../diagnostics/index.js'
import type { Gap, LoadedDocument, RawObject } from '../model/document.js'
import type { GeneratorInput } from '../model/input.js'
import { bundleFiles } from './bundle.js'
import { fillGaps } from './gaps.js'
import { dialectOf, gate } from './gate.js'
import { breakLoops } from './loops.js'
import { judgeNumbers, type JudgedNumbers } from './numbers.js'
import { parseDocumentText, type ParsedText } from './parse.js'
import { collectReferences, isObject, resolveAnchors } from '../../document/index.js'
import { noteAt, type Path } from './problems.js'
import { type Selection, selectOperations } from './select.js'

const refersToFiles = (root: RawObject): boolean =>
  collectReferences(root).some(({ ref }) => !ref.startsWith('#'))

const notesAt = (file: string, paths: readonly Path[], message: string): readonly Problem[] =>
  paths.map((path) => noteAt(file, path, message))

/** Options for reading a document. */
export interface LoadOptions extends Selection {
  /** Turns a broken reference into a reported gap instead of ending the run. */
  readonly lenient?: boolean
  /** Folders and hosts that references may lead to, in addition to the folder of the document. */
  readonly allowRefs?: readonly string[]
  /** Validates responses as strictly as requests: properties that a closed schema does not declare are errors. */
  readonly closedResponses?: boolean
  /** Includes the operations that OpenAPI 3.2 adds. */
  readonly hasNewer?: boolean
  /** Aborts between two steps, with the signal's reason. */
  readonly signal?: AbortSignal
}

// OpenAPI 3.0 has no webhooks, so its documents use an extension.
const withWebhooks = (root: RawObject): RawObject => {
  const { 'x-webhooks': extension, ...rest } = root
  return isObject(extension) && !('webhooks' in root) ? { ...rest, webhooks: extension } : root
}

// A cheap test that avoids walking the document, since few have anchors. Escapes may hide the keyword.
const mayHaveAnchors = (text: string): boolean =>
  /\$(?:anchor|dynamic|recursive|id)|\\u0024|\\x24|\\U00000024/.test(text)

const ambiguous = 'this reference may lead to one of several schemas'

/** Notes on a document before it is rewritten, faults of its numbers, and dynamic references. */
const looked = (
  { file, text }: GeneratorInput,
  read: RawObject,
  { inexact, hidden }: ParsedText,
): JudgedNumbers & { readonly gaps: readonly Gap[] } => {
  const dynamic = mayHaveAnchors(text) ? resolveAnchors(read) : []
  const { faults, notes } = judgeNumbers(read, inexact, file)
  return {
    faults,
    notes: [
      ...notesAt(file, hidden, 'the object has a member of this name before; the last one counts'),
      ...notes,
      ...notesAt(file, dynamic, `${ambiguous}; in its place anything is accepted`),
    ],
    gaps: dynamic.map((path) => ({ path, reason: ambiguous })),
  }
}

/**
 * Parses, bundles and checks one document, and keeps the selected operations.
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED, DOCUMENT_INVALID or SELECTION_EMPTY.
 */
export async function loadDocument(
  input: GeneratorInput,
  options: LoadOptions = {},
): Promise<LoadedDocument> {
  const { lenient = false, allowRefs = [], closedResponses = false, hasNewer = false, signal } = options
  // Each step is synchronous and may take a second for a huge document, so signals are only handled in between.
  const turn = async (): Promise<void> => {
    await setImmediate()
    signal?.throwIfAborted()
  }
  const { name, file, text } = input
  const parsed = await parseDocumentText(input)
  await turn()
  const dialect = dialectOf(parsed.value, file)
  const tree = withWebhooks(isObject(parsed.value) ? parsed.value : {})
  const { faults, notes, gaps } = looked(input, tree, parsed)
  const isSelfContained = !refersToFiles(tree)
  const bundled = isSelfContained ? tree : await bundleFiles(input, tree, { lenient, allowRefs })
  await turn()
  const filled = lenient ? fillGaps(bundled, file, faults) : { root: bundled, gaps: [], problems: [] }
  await turn()
  gate(filled.root, file, lenient ? [] : faults)
  await turn()
  const { root, changed } = breakLoops(selectOperations(filled.root, options, file))
  const sha256 = createHash('sha256').update(text).digest('hex')
  const cut = notesAt(
    file,
    changed,
    'this schema is a part of itself; it is read without the part that leads back',
  )
  const problems = [...notes, ...filled.problems, ...cut]
  const reading = { isSelfContained, dialect, closedResponses, hasNewer }
  return { name, file, sha256, root, ...reading, problems, gaps: [...gaps, ...filled.gaps] }
}

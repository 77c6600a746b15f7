import { createHash } from 'node:crypto'
import type { Problem } from '../../diagnostics/index.js'
import type { LoadedDocument, RawObject } from '../model/document.js'
import type { GeneratorInput } from '../model/input.js'
import { bundleFiles } from './bundle.js'
import { dialectOf, gate, gateDepth } from './gate.js'
import { breakLoops } from './loops.js'
import { parseDocumentText } from './parse.js'
import { isObject, pointerOf } from './pointer.js'
import { collectReferences } from './references.js'
import { type Selection, selectOperations } from './select.js'

const refersToFiles = (root: RawObject): boolean =>
  collectReferences(root).some(({ ref }) => !ref.startsWith('#'))

const loopNote =
  (file: string) =>
  (path: readonly string[]): Problem => ({
    code: 'DOCUMENT_NOTE',
    severity: 'warning',
    message: 'this schema is a part of itself; it is read without the part that leads back',
    where: { file, pointer: pointerOf(...path) },
  })

/**
 * Parses, bundles and checks one document, and keeps what is selected of it.
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED, DOCUMENT_INVALID or SELECTION_EMPTY.
 */
export async function loadDocument(
  input: GeneratorInput,
  selection: Selection = {},
): Promise<LoadedDocument> {
  const parsed = await parseDocumentText(input)
  const dialect = dialectOf(parsed, input.file)
  const tree = isObject(parsed) ? parsed : {}
  gateDepth(tree, input.file)
  const isSelfContained = !refersToFiles(tree)
  const bundled = isSelfContained ? tree : await bundleFiles(input, tree)
  gate(bundled, input.file)
  const { root, changed } = breakLoops(selectOperations(bundled, selection, input.file))
  const sha256 = createHash('sha256').update(input.text).digest('hex')
  return {
    name: input.name,
    file: input.file,
    sha256,
    isSelfContained,
    root,
    dialect,
    problems: changed.map(loopNote(input.file)),
  }
}

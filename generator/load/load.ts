import { createHash } from 'node:crypto'
import type { LoadedDocument, RawObject } from '../model/document.js'
import type { GeneratorInput } from '../model/input.js'
import { bundleFiles } from './bundle.js'
import { dialectOf, gate } from './gate.js'
import { parseDocumentText } from './parse.js'
import { isObject } from './pointer.js'
import { collectReferences } from './references.js'

const refersToFiles = (root: RawObject): boolean =>
  collectReferences(root).some(({ ref }) => !ref.startsWith('#'))

/**
 * Parses, bundles and checks one document.
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED or DOCUMENT_INVALID.
 */
export async function loadDocument(input: GeneratorInput): Promise<LoadedDocument> {
  const parsed = await parseDocumentText(input)
  const dialect = dialectOf(parsed, input.file)
  const tree = isObject(parsed) ? parsed : {}
  const root = refersToFiles(tree) ? await bundleFiles(input) : tree
  gate(root, input.file)
  const sha256 = createHash('sha256').update(input.text).digest('hex')
  return { name: input.name, file: input.file, sha256, root, dialect }
}

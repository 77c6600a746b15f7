import { RampartError } from '../../diagnostics/index.js'
import type { RawObject } from '../model/document.js'
import type { GeneratorInput } from '../model/input.js'
import { bundleFiles } from './bundle.js'
import { dialectOf } from './gate.js'
import { parseDocumentText } from './parse.js'
import { collectReferences, isObject, resolveAnchors } from '../../document/index.js'

const leadsOut = (tree: RawObject): string | undefined =>
  collectReferences(tree).find(({ ref }) => !ref.startsWith('#'))?.ref

/** The first reference to another file; references to an identifier in the document do not count. */
const outwardReference = (tree: RawObject): string | undefined => {
  if (leadsOut(tree) === undefined) return undefined
  const copy = structuredClone(tree)
  resolveAnchors(copy)
  return leadsOut(copy)
}

/**
 * Parses a document and bundles the files that it refers to, without other changes or checks.
 * @param isLoose true for a text without a folder
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED or DOCUMENT_INVALID.
 */
export async function readTree(input: GeneratorInput, isLoose: boolean): Promise<RawObject> {
  const { value } = await parseDocumentText(input)
  dialectOf(value, input.file)
  const tree = isObject(value) ? value : {}
  const outward = outwardReference(tree)
  if (outward === undefined) return tree
  if (!isLoose) return bundleFiles(input, tree, { lenient: false, allowRefs: [] })
  throw new RampartError('DOCUMENT_INVALID', {
    message: `${input.file} keeps parts in other files ("${outward}"), and there is no folder to look for them`,
    where: { file: input.file },
    fix: 'Bundle it into one file first.',
  })
}

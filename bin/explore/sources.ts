import { locatePointers } from '../../diff/index.js'
import type { DocumentSource } from '../../conformance/index.js'
import type { GeneratorInput } from '../../generator/index.js'

/** A document as the user knows it, with the lines of what it says. */
export function sourceOf({ file, text }: GeneratorInput, isUnversioned: boolean): DocumentSource {
  return { name: file, isUnversioned, linesOf: (pointers) => locatePointers(text, new Set(pointers)) }
}

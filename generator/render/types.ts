import type { OpenAPI3 } from 'openapi-typescript'
import { RampartError } from '../../diagnostics/index.js'
import type { LoadedDocument } from '../model/document.js'
import { typesInput } from './types-input.js'

/**
 * TypeScript declarations of a document. The only file that knows openapi-typescript: that library is no longer
 * developed, and this is where its successor goes. It is imported on use, because it loads the compiler.
 * @throws RampartError DOCUMENT_INVALID when it refuses a document that passed the gate.
 */
export async function renderTypes(document: LoadedDocument): Promise<string> {
  const { default: openapiTS, astToString } = await import('openapi-typescript')
  try {
    const root: object = typesInput(document.root)
    const nodes = await openapiTS(root as OpenAPI3, { silent: true, defaultNonNullable: false })
    return astToString(nodes)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RampartError('DOCUMENT_INVALID', {
      message: `${document.file}: no types can be made from it: ${reason}`,
      where: { file: document.file },
      cause,
    })
  }
}

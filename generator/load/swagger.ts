import { isObject } from '../../document/index.js'
import type { GeneratorInput } from '../model/input.js'
import { parseDocumentText } from './parse.js'

/**
 * A document of Swagger 2.0 as one of OpenAPI 3.0; undefined for any other.
 * @throws RampartError DOCUMENT_SYNTAX or DOCUMENT_INVALID.
 */
export async function convertSwagger(input: GeneratorInput): Promise<GeneratorInput | undefined> {
  if (!/swagger/.test(input.text)) return undefined
  const { value } = await parseDocumentText(input)
  if (!isObject(value) || String(value['swagger']) !== '2.0') return undefined
  const { upgradeFromTwoToThree } = await import('#bundled/@scalar/openapi-upgrader/2.0-to-3.0')
  const converted: unknown = upgradeFromTwoToThree(structuredClone(value))
  return { ...input, text: JSON.stringify(converted, undefined, 2) }
}

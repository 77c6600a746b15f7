import { RampartError } from '../diagnostics/index.js'
import { member, textOf } from '../document/index.js'
import type { FetchedDocument } from './model/fetched-set.js'
import { download, type FetchContext } from './http/download.js'
import { beginning } from './parse/excerpt.js'
import { parseResponse } from './http/parse-response.js'
import { sha256 } from './lock.js'

// Swagger 2.0 is kept as served, and converted when it is read.
const isOpenApi = (value: unknown): boolean =>
  /^3\.\d+\.\d+/.test(textOf(member(value, 'openapi')) ?? '') || String(member(value, 'swagger')) === '2.0'

const requireOpenApi = (value: unknown, text: string, version: string, url: string): void => {
  if (isOpenApi(value)) return
  const message =
    `What ${url} serves for version ${version} is not an OpenAPI 3 document: ` +
    `it has no "openapi" that is a string like "3.1.0". It begins with: ${beginning(text, 80)}`
  throw new RampartError('FETCH_DOCUMENT_INVALID', { message, where: { url } })
}

/**
 * Fetches one dated document, keeps its bytes as served, and checks that it is OpenAPI 3 (specification,
 * "Specification documents").
 * @throws RampartError with an exit code by cause
 */
export async function fetchDocument(
  version: string,
  url: URL,
  context: FetchContext,
): Promise<FetchedDocument> {
  const response = await download(url, context, (receivedBytes, totalBytes) => {
    const total = totalBytes === undefined ? {} : { totalBytes }
    context.onEvent({ type: 'progress', version, receivedBytes, ...total })
  })
  const { format, text, value } = await parseResponse(response, context.limits.maxDepth)
  requireOpenApi(value, text, version, response.url.href)
  const { bytes, mediaType } = response
  const fileName = `${version}.${format}`
  context.onEvent({ type: 'document', version, fileName, bytes: bytes.byteLength })
  return { version, url: url.href, fileName, bytes, sha256: sha256(bytes), mediaType }
}

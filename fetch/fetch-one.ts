import { type ErrorCode, RampartError } from '../diagnostics/index.js'
import { type Clock, systemClock, defaultLimits, type FetchOptions } from './http/model.js'
import { download, type FetchContext } from './http/download.js'
import { readText } from './http/parse-response.js'
import { parseHttpUrl, originsOf } from './http/url.js'

export interface SingleDocument {
  /** The final URL, without a query, which may contain a key. */
  readonly url: string
  readonly text: string
}

export type FetchOneOptions = Pick<FetchOptions, 'allowOrigins' | 'limits' | 'onProgress' | 'signal'>

const fixes: { readonly [code in ErrorCode]?: string } = {
  FETCH_URL_INVALID: 'Give an http or https URL without user name and password.',
  FETCH_UNREACHABLE:
    'Check the URL, also whether it is http or https, and that its host answers; or download the document and name its file.',
  FETCH_REFUSED: 'Download the document and name its file: rampart sends no credentials.',
  FETCH_STATUS: 'Check the URL.',
  FETCH_HTML: 'Check the URL: it must lead to the document, and not to a page about it.',
}

/** The text with queries removed from URLs. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/(https?:\/\/[^\s?#"]+)[?#][^\s"]*/gi, '$1')
}

/** The same error for a single document, with possible secrets removed. */
const singleDocumentError = (error: RampartError): RampartError => {
  const { code, message, where, fix } = error
  return error.with({
    message: withoutQueries(message),
    fix: fixes[code] ?? fix,
    ...(where?.url !== undefined && { where: { ...where, url: withoutQueries(where.url) } }),
  })
}

/**
 * Fetches one document from its own URL, with the limits of `fetchDocuments`. Its content is not checked.
 * @throws RampartError with an exit code by cause, or the signal's reason when aborted
 */
export async function fetchOne(
  given: string,
  options: FetchOneOptions,
  clock: Clock = systemClock,
): Promise<SingleDocument> {
  try {
    const url = parseHttpUrl(given.trim(), 'the URL of a document')
    const onEvent = options.onProgress ?? (() => {})
    const context: FetchContext = {
      limits: { ...defaultLimits, ...options.limits },
      origins: originsOf(url.origin, options.allowOrigins),
      signal: options.signal,
      clock,
      onEvent,
    }
    const response = await download(url, context, (receivedBytes, totalBytes) => {
      const total = totalBytes === undefined ? {} : { totalBytes }
      onEvent({ type: 'progress', version: withoutQueries(url.href), receivedBytes, ...total })
    })
    return { url: withoutQueries(response.url.href), text: readText(response) }
  } catch (error) {
    throw error instanceof RampartError ? singleDocumentError(error) : error
  }
}

import { RampartError, type Problem } from '../diagnostics/index.js'
import {
  type Clock,
  systemClock,
  type FetchedDocument,
  type FetchedSet,
  type UnservedDocument,
  defaultLimits,
  type FetchOptions,
} from './http/model.js'
import { type FetchContext, download } from './http/download.js'
import { originsOf, parseSpecUrl } from './http/url.js'
import { fetchVersionList } from './version-list/fetch-version-list.js'
import { member, textOf } from '../document/index.js'
import { beginning } from './http/excerpt.js'
import { parseResponse } from './http/parse-response.js'
import { sha256 } from './lock.js'

// Swagger 2.0 is kept as served, and converted when it is read.
const isOpenApi = (value: unknown): boolean =>
  /^3\.\d+\.\d+/.test(textOf(member(value, 'openapi')) ?? '') || String(member(value, 'swagger')) === '2.0'

const requireOpenApi = (value: unknown, text: string, version: string, url: string): void => {
  if (isOpenApi(value)) return
  const message =
    `The response of ${url} for version ${version} is not an OpenAPI 3 document: ` +
    `it has no "openapi" that is a string like "3.1.0". It begins with: ${beginning(text, 80)}`
  throw new RampartError('FETCH_DOCUMENT_INVALID', { message, where: { url } })
}

/**
 * Fetches one dated document, keeps its bytes as served, and checks that it is OpenAPI 3 (specification,
 * "Specification documents").
 * @throws RampartError with an exit code by cause
 */
const fetchDocument = async (version: string, url: URL, context: FetchContext): Promise<FetchedDocument> => {
  const response = await download(url, context, (receivedBytes, totalBytes) => {
    const total = totalBytes === undefined ? {} : { totalBytes }
    context.onEvent({ type: 'progress', version, receivedBytes, ...total })
  })
  const { format, text, value } = await parseResponse(response, context.limits.maxDepth)
  requireOpenApi(value, text, version, response.url.href)
  const { bytes } = response
  const fileName = `${version}.${format}`
  context.onEvent({ type: 'document', version, fileName, bytes: bytes.byteLength })
  return { version, url: url.href, fileName, bytes, sha256: sha256(bytes) }
}

const atOnce = 4

/**
 * Runs one task per item, four at once, and returns the results in the order of the items. After an error for which
 * `isFatal` is true no further task is started; other errors do not stop the rest.
 */
const settleAll = async <Item, Result>(
  items: readonly Item[],
  task: (item: Item) => Promise<Result>,
  isFatal: (error: unknown) => boolean,
): Promise<{ readonly results: readonly Result[]; readonly errors: readonly unknown[] }> => {
  const results: Result[] = []
  const errors: unknown[] = []
  for (let index = 0; index < items.length && !errors.some(isFatal); index += atOnce) {
    for (const outcome of await Promise.allSettled(items.slice(index, index + atOnce).map(task))) {
      if (outcome.status === 'fulfilled') results.push(outcome.value)
      else errors.push(outcome.reason)
    }
  }
  return { results, errors }
}

const toProblem = (error: RampartError): Problem => ({
  code: error.code,
  severity: 'error',
  message: error.message,
  fix: error.fix,
  ...(error.where ? { where: error.where } : {}),
})

/** Combines several errors: the first one, with the others as its problems. */
const combineErrors = (errors: readonly unknown[]): unknown => {
  const [first] = errors
  const expected = errors.filter((error) => error instanceof RampartError)
  if (errors.length === 1 || expected.length < errors.length || !(first instanceof RampartError)) {
    return errors.find((error) => !(error instanceof RampartError)) ?? first
  }
  const message = `${errors.length} documents could not be fetched. The first: ${first.message}`
  return first.with({ message, problems: expected.map(toProblem) })
}

/** Whether fetching further documents would fail too. */
const isFatal = (error: unknown): boolean => !(error instanceof RampartError) || error.exitCode === 3

/** Errors that may affect only one document. */
const singleDocumentCodes = new Set<string>([
  'FETCH_STATUS',
  'FETCH_REFUSED',
  'FETCH_HTML',
  'FETCH_SYNTAX',
  'FETCH_DOCUMENT_INVALID',
])

const isOfOneDocument = (error: unknown): error is RampartError =>
  error instanceof RampartError && singleDocumentCodes.has(error.code)

const isServed = (one: FetchedDocument | UnservedDocument): one is FetchedDocument => 'bytes' in one

/**
 * Fetches the version list of a service and the document of every version, keeping the bytes as served
 * (specification, "Specification documents"). Sends no API key and writes nothing.
 * @throws RampartError with an exit code by cause, or the signal's reason when aborted
 */
export async function fetchDocuments(options: FetchOptions, clock: Clock = systemClock): Promise<FetchedSet> {
  const { signal } = options
  signal?.throwIfAborted()
  const spec = parseSpecUrl(options.specUrl)
  const context: FetchContext = {
    limits: { ...defaultLimits, ...options.limits },
    origins: originsOf(new URL(spec).origin, options.allowOrigins),
    signal,
    clock,
    onEvent: options.onProgress ?? (() => {}),
  }
  const list = await fetchVersionList(spec, context)
  const { results, errors } = await settleAll(
    list.versions,
    ({ version, url }) =>
      fetchDocument(version, url, context).catch((error: unknown): UnservedDocument => {
        if (options.withoutUnserved === true && isOfOneDocument(error))
          return { version, url: url.href, error }
        throw error
      }),
    isFatal,
  )
  signal?.throwIfAborted()
  if (errors.length > 0) throw combineErrors(errors)
  const documents = results.filter(isServed)
  const unserved = results.flatMap((one) => (isServed(one) ? [] : [one]))
  if (documents.length === 0 && unserved.length > 0) throw combineErrors(unserved.map(({ error }) => error))
  return { source: spec, default: list.default ?? null, documents, unserved }
}

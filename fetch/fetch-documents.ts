import { type ErrorCode, type Problem, RampartError } from '../diagnostics/index.js'
import { member, textOf } from '../document/index.js'
import { download, type FetchContext, type FetchedResponse } from './http/download.js'
import {
  type Clock,
  defaultLimits,
  type FetchedDocument,
  type FetchedSet,
  type FetchOptions,
  systemClock,
  type UnservedDocument,
} from './http/model.js'
import { parseResponse, readText } from './http/parse-response.js'
import { beginning, originsOf, parseHttpUrl, parseSpecUrl } from './http/url.js'
import { sha256 } from './lock.js'
import { fetchVersionList } from './version-list/fetch-version-list.js'

// Swagger 2.0 is kept as served, and converted when it is read.
const isOpenApi = (value: unknown): boolean =>
  /^3\.\d+\.\d+/.test(textOf(member(value, 'openapi')) ?? '') || String(member(value, 'swagger')) === '2.0'

const requireOpenApi = (value: unknown, text: string, version: string, url: string): void => {
  if (isOpenApi(value)) return
  const message =
    `The response of ${url} for version ${version} is not an OpenAPI 3 document: ` +
    `it has no "openapi" that is a string like "3.1.0". It begins with: ${beginning(text)}`
  throw new RampartError('FETCH_DOCUMENT_INVALID', { message, where: { url } })
}

type SharedOptions = Pick<FetchOptions, 'allowOrigins' | 'limits' | 'onProgress' | 'signal'>

const contextOf = (
  origin: string,
  { limits, allowOrigins, signal, onProgress }: SharedOptions,
  clock: Clock,
): FetchContext => ({
  limits: { ...defaultLimits, ...limits },
  origins: originsOf(origin, allowOrigins),
  signal,
  clock,
  onEvent: onProgress ?? (() => {}),
})

/** Downloads the document of a version, and reports progress. */
const downloaded = (url: URL, version: string, context: FetchContext): Promise<FetchedResponse> =>
  download(url, context, (receivedBytes) => context.onEvent({ type: 'progress', version, receivedBytes }))

/** Fetches one dated document as served, and checks that it is OpenAPI 3. @throws RampartError */
const fetchDocument = async (version: string, url: URL, context: FetchContext): Promise<FetchedDocument> => {
  const response = await downloaded(url, version, context).catch((error: unknown) => {
    const isAnswered = error instanceof RampartError && error.code === 'FETCH_STATUS'
    throw isAnswered
      ? error.with({ fix: 'Check the location in the version list, which leads there.' })
      : error
  })
  const { format, text, value } = await parseResponse(response, context.limits.maxDepth)
  requireOpenApi(value, text, version, response.url.href)
  const { bytes } = response
  const fileName = `${version}.${format}`
  context.onEvent({ type: 'document', version, fileName, bytes: bytes.byteLength })
  return { version, url: url.href, fileName, bytes, sha256: sha256(bytes) }
}

const atOnce = 4

/** Runs four tasks at once, with results in order; after a fatal error no further task is started. */
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

/** The version list as served. Where it is refused or not understood, the versions that the options name instead. */
const readList = async (spec: string, { withoutList }: FetchOptions, context: FetchContext) => {
  try {
    const { versions, default: usual = null } = await fetchVersionList(spec, context)
    return { versions, usual }
  } catch (error) {
    if (withoutList === undefined || !(error instanceof RampartError)) throw error
    if (error.code !== 'FETCH_LIST_UNKNOWN' && !isOfOneDocument(error)) throw error
    const urlOf = (version: string): URL => new URL(`${spec}/spec/${version}`)
    return { versions: withoutList.map((version) => ({ version, url: urlOf(version) })), usual: null, error }
  }
}

/**
 * Fetches the version list and every document as served (specification, "Specification documents"), without a key.
 * @throws RampartError with an exit code by cause, or the signal's reason when aborted
 */
export async function fetchDocuments(options: FetchOptions, clock: Clock = systemClock): Promise<FetchedSet> {
  const { signal } = options
  signal?.throwIfAborted()
  const spec = parseSpecUrl(options.specUrl)
  const context = contextOf(new URL(spec).origin, options, clock)
  const { versions, usual, error: listError } = await readList(spec, options, context)
  const mayLack = options.withoutUnserved === true || listError !== undefined
  const { results, errors } = await settleAll(
    versions,
    ({ version, url }) =>
      fetchDocument(version, url, context).catch((error: unknown): UnservedDocument => {
        if (mayLack && isOfOneDocument(error)) return { version, url: url.href, error }
        throw error
      }),
    isFatal,
  )
  signal?.throwIfAborted()
  if (errors.length > 0) throw combineErrors(errors)
  const documents = results.filter(isServed)
  const unserved = results.flatMap((one) => (isServed(one) ? [] : [one]))
  if (documents.length === 0 && unserved.length > 0)
    throw listError ?? combineErrors(unserved.map(({ error }) => error))
  const set = { source: spec, default: usual, documents }
  return listError ? { ...set, unserved: [], listError } : { ...set, unserved }
}

export interface SingleDocument {
  /** The final URL, without a query, which may contain a key. */
  readonly url: string
  readonly text: string
}

const fixes: { readonly [code in ErrorCode]?: string } = {
  FETCH_URL_INVALID: 'Give an http or https URL without user name and password.',
  FETCH_UNREACHABLE:
    'Check the URL, also whether it is http or https, and that its host answers; or download the document and name its file.',
  FETCH_REFUSED: 'Download the document and name its file: rampart sends no credentials.',
  FETCH_STATUS: 'Check the URL.',
  FETCH_HTML: 'Check the URL: it must lead to the document, not to a page about it.',
}

/** The text with queries removed from URLs. */
export function withoutQueries(text: string): string {
  return text.replaceAll(/(https?:\/\/[^\s?#"]+)[?#][^\s"]*/gi, '$1')
}

/** An error in the words for a single document, with possible secrets removed. */
const singleDocumentError = (error: RampartError): RampartError => {
  const { code, message, where, fix } = error
  return error.with({
    message: withoutQueries(message),
    fix: fixes[code] ?? fix,
    ...(where?.url !== undefined && { where: { ...where, url: withoutQueries(where.url) } }),
  })
}

/** Fetches one document from its own URL, unchecked. @throws RampartError, or the signal's reason */
export async function fetchOne(
  given: string,
  options: SharedOptions,
  clock: Clock = systemClock,
): Promise<SingleDocument> {
  try {
    const url = parseHttpUrl(given.trim(), 'the URL of a document')
    const context = contextOf(url.origin, options, clock)
    const response = await downloaded(url, withoutQueries(url.href), context)
    return { url: withoutQueries(response.url.href), text: readText(response) }
  } catch (error) {
    throw error instanceof RampartError ? singleDocumentError(error) : error
  }
}

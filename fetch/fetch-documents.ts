import { RampartError } from '../diagnostics/index.js'
import { type Clock, systemClock } from './http/clock.js'
import { fetchDocument } from './fetch-document.js'
import type { FetchedDocument, FetchedSet, UnservedDocument } from './model/fetched-set.js'
import type { FetchContext } from './http/download.js'
import { defaultLimits, type FetchOptions } from './model/options.js'
import { combineErrors, settleAll } from './settle.js'
import { originsOf } from './url/origins.js'
import { parseSpecUrl } from './url/spec-url.js'
import { fetchVersionList, type VersionList } from './version-list/fetch-version-list.js'

const defaultConcurrency = 4

/** After these errors, fetching further documents would fail too. */
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

const choose = (list: VersionList, wanted: readonly string[] | undefined): VersionList['versions'] => {
  if (wanted === undefined) return list.versions
  const unknown = wanted.filter((date) => !list.versions.some(({ version }) => version === date))
  if (unknown.length === 0) return list.versions.filter(({ version }) => wanted.includes(version))
  const offered = list.versions.map(({ version }) => version).join(', ')
  const message = `The service does not offer ${unknown.join(', ')}; it offers ${offered}.`
  throw new RampartError('FETCH_VERSION_UNKNOWN', { message })
}

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
    origins: originsOf(spec.origin, options.allowOrigins),
    signal,
    clock,
    onEvent: options.onProgress ?? (() => {}),
  }
  const list = await fetchVersionList(spec, context)
  const { results, errors } = await settleAll(
    choose(list, options.versions),
    options.concurrency ?? defaultConcurrency,
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
  return { source: spec.href, default: list.default ?? null, documents, unserved }
}

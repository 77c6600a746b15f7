import { RampartError } from '../diagnostics/index.js'
import { type Clock, systemClock } from './clock.js'
import { fetchDocument } from './fetch-document.js'
import type { FetchedSet } from './fetched-set.js'
import type { Downloader } from './http/download.js'
import { defaultLimits, type FetchOptions } from './options.js'
import { combined, settleAll } from './settle.js'
import { originsOf } from './url/origins.js'
import { parseSpecUrl } from './url/spec-url.js'
import { fetchVersionList, type VersionList } from './version-list/fetch-list.js'

const DEFAULT_CONCURRENCY = 4

/** Beyond these nothing is gained by asking for the next document. */
const isFatal = (error: unknown): boolean => !(error instanceof RampartError) || error.exitCode === 3

const choose = (list: VersionList, wanted: readonly string[] | undefined): VersionList['versions'] => {
  if (wanted === undefined) return list.versions
  const unknown = wanted.filter((date) => !list.versions.some(({ version }) => version === date))
  if (unknown.length === 0) return list.versions.filter(({ version }) => wanted.includes(version))
  const offered = list.versions.map(({ version }) => version).join(', ')
  const message = `The service does not offer ${unknown.join(', ')}; it offers ${offered}.`
  throw new RampartError('FETCH_VERSION_UNKNOWN', { message })
}

/**
 * Reads the version list of a service and the document of every version, keeping the bytes as served
 * (specification, "Specification documents"). Sends no API key and writes nothing.
 * Throws RampartError with an exit code by cause, or the signal's reason when aborted.
 */
export const fetchDocuments = async (
  options: FetchOptions,
  clock: Clock = systemClock,
): Promise<FetchedSet> => {
  const { signal } = options
  signal?.throwIfAborted()
  const spec = parseSpecUrl(options.specUrl)
  const run: Downloader = {
    limits: { ...defaultLimits, ...options.limits },
    origins: originsOf(spec.origin, options.allowOrigins),
    signal,
    clock,
    onEvent: options.onProgress ?? (() => {}),
  }
  const list = await fetchVersionList(spec, run)
  const { results, errors } = await settleAll(
    choose(list, options.versions),
    options.concurrency ?? DEFAULT_CONCURRENCY,
    ({ version, url }) => fetchDocument(version, url, run),
    isFatal,
  )
  signal?.throwIfAborted()
  if (errors.length > 0) throw combined(errors)
  return { source: spec.href, default: list.default ?? null, documents: results }
}

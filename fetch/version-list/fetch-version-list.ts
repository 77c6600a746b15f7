import { RampartError } from '../../diagnostics/index.js'
import { type FetchedResponse, download, type FetchContext } from '../http/download.js'
import { beginning, printable } from '../http/excerpt.js'
import { parseResponse } from '../http/parse-response.js'
import { parseHttpUrl, requireAllowed, specUrlAdvice } from '../http/url.js'
import { decodeVersionList, type DecodedList, UnknownShapeError } from './decode.js'

const maxListBytes = 1024 * 1024

/** The versions that the service supports. */
export interface VersionList {
  /** Sorted by version. */
  readonly versions: readonly { readonly version: string; readonly url: URL }[]
  readonly default: string | undefined
}

const understand = async (response: FetchedResponse, maxDepth: number): Promise<DecodedList> => {
  const { value, text } = await parseResponse(response, maxDepth)
  try {
    return decodeVersionList(value)
  } catch (error) {
    if (!(error instanceof UnknownShapeError)) throw error
    const url = response.url.href
    const why = printable(error.message)
    const message = `The version list of ${url} could not be read: ${why}. Received: ${beginning(text) || 'nothing'}`
    throw new RampartError('FETCH_LIST_UNKNOWN', { message, where: { url }, cause: error })
  }
}

const resolve = (
  spec: string,
  context: FetchContext,
  response: FetchedResponse,
  list: DecodedList,
): VersionList => {
  const versions = list.entries.map(({ version, location }) => {
    if (location === undefined) return { version, url: new URL(`${spec}/spec/${version}`) }
    const url = parseHttpUrl(location, `the location of version ${version}`, response.url)
    url.hash = ''
    requireAllowed(url, context.origins, `The version list of ${response.url.href} leads version ${version}`)
    return { version, url }
  })
  versions.sort((a, b) => (a.version < b.version ? -1 : 1))
  return { versions, default: list.default }
}

/** A wrong suffix of the specification URL may explain any response that is not a version list, errors included. */
const withAdvice = (error: unknown, spec: string): unknown => {
  const fix = specUrlAdvice(spec)
  if (fix === undefined || !(error instanceof RampartError)) return error
  if (error.exitCode !== 2 && error.code !== 'FETCH_REFUSED') return error
  return error.with({ fix })
}

/**
 * Fetches and reads `{spec_url}/spec/versions` (specification, "Specification documents"). Relative locations are
 * resolved against the final URL of the list.
 * @throws RampartError, among others FETCH_LIST_UNKNOWN with the beginning of the response
 */
export async function fetchVersionList(spec: string, context: FetchContext): Promise<VersionList> {
  const bounded = {
    ...context,
    limits: { ...context.limits, maxBytes: Math.min(context.limits.maxBytes, maxListBytes) },
  }
  try {
    const response = await download(new URL(`${spec}/spec/versions`), bounded, () => {})
    const list = resolve(spec, context, response, await understand(response, context.limits.maxDepth))
    const versions = list.versions.map(({ version }) => version)
    context.onEvent({ type: 'list', url: response.url.href, versions })
    return list
  } catch (error) {
    throw withAdvice(error, spec)
  }
}

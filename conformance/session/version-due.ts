import { defaultVersion } from '../../versions/index.js'
import { type Exchange, headerValues } from '../exchange/exchange.js'
import type { VersionNaming } from './access.js'

/** Versioning 1 and 3: how the payment API is asked for a version. */
const specified: VersionNaming = { header: 'x-api-version', absent: defaultVersion }

const valuesIn = ({ headers, url }: Exchange['request'], { header, query }: VersionNaming): string[] => {
  if (header !== undefined) return headerValues(headers, header)
  return query === undefined ? [] : new URL(url).searchParams.getAll(query)
}

/** The version whose API root a URL is below; undefined where that of several is the same. */
const versionOfRoot = (url: string, { baseUrls = {} }: VersionNaming): string | undefined => {
  const below = Object.entries(baseUrls).filter(([, root]) => url.startsWith(`${root}/`))
  const [longest, other] = below.toSorted(([, one], [, another]) => another.length - one.length)
  return longest?.[1] === other?.[1] ? undefined : longest?.[0]
}

/** The version that is due for a request (Versioning 1 to 5); undefined when a version error is due. */
export function versionDue(
  { request }: Pick<Exchange, 'request'>,
  supported: ReadonlySet<string>,
  naming: VersionNaming = specified,
): string | undefined {
  const absent = versionOfRoot(request.url, naming) ?? naming.absent
  const values = valuesIn(request, naming).filter((value) => value !== '')
  if (values.length === 0) return absent
  const [only] = values
  return values.length === 1 && only !== undefined && supported.has(only) ? only : undefined
}

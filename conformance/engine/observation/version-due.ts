import { defaultVersion } from '../../../versions/index.js'
import { type Exchange, headerValues } from '../../exchange/exchange.js'
import type { VersionNaming } from '../access/access.js'

/** Versioning 1 and 3: how the payment API is asked for a version. */
const specified: VersionNaming = { header: 'x-api-version', absent: defaultVersion }

/** The version that is due for a request (Versioning 1 to 5); undefined when a version error is due. */
export function versionDue(
  { request }: Pick<Exchange, 'request'>,
  supported: ReadonlySet<string>,
  { header, absent }: VersionNaming = specified,
): string | undefined {
  if (header === undefined) return absent
  const values = headerValues(request.headers, header).filter((value) => value !== '')
  if (values.length === 0) return absent
  const [only] = values
  return values.length === 1 && only !== undefined && supported.has(only) ? only : undefined
}

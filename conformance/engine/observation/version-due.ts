import { defaultVersion } from '../../../versions/index.js'
import { type Exchange, headerValues } from '../../exchange/exchange.js'

/** The version that is due for a request (Versioning 1 to 5); undefined when a version error is due. */
export function versionDue(
  { request }: Pick<Exchange, 'request'>,
  supported: ReadonlySet<string>,
): string | undefined {
  const values = headerValues(request.headers, 'x-api-version').filter((value) => value !== '')
  if (values.length === 0) return defaultVersion
  const [only] = values
  return values.length === 1 && only !== undefined && supported.has(only) ? only : undefined
}

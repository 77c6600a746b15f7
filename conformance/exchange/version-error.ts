import { type Exchange, jsonBody } from './exchange.js'

/** True for the version error of Versioning 5: 400 with `error` unsupported_api_version. */
export function isVersionError({ response }: Exchange): boolean {
  const body = response.status === 400 ? jsonBody(response) : undefined
  return (
    typeof body === 'object' && body !== null && 'error' in body && body.error === 'unsupported_api_version'
  )
}

// Close together, so that "this conversion is not supported" and "version 2026-08-01: unknown country" say nothing.
const ownWords =
  /\bunsupported (api[-_ ]?)?version\b|\bversion\b["' ]*[\d-]*["' ]*(is |was )?(unsupported|not supported)/i

/** True when an answer refuses the version that was asked for, with the version error or in words of its own. */
export function refusesVersion(exchange: Exchange): boolean {
  const { status, body } = exchange.response
  return isVersionError(exchange) || (status === 400 && ownWords.test(body))
}

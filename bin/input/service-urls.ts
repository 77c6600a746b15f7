import { RampartError } from '../../diagnostics/index.js'

const parse = (text: string, option: string): URL => {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new RampartError('OPTION_INVALID', { message: `${option} is no http or https URL` })
  }
  if (url.username !== '' || url.password !== '') {
    throw new RampartError('OPTION_INVALID', {
      message: `${option} holds credentials`,
      fix: 'Leave them out of the URL; the API key comes from the environment.',
    })
  }
  if (url.search !== '' || url.hash !== '') {
    throw new RampartError('OPTION_INVALID', {
      message: `${option} holds a query or a fragment; give the root alone`,
    })
  }
  return url
}

const withoutSlash = (url: URL): string => url.href.replace(/\/+$/, '')

/**
 * An API root, without a slash at its end.
 * @throws RampartError OPTION_INVALID.
 */
export function baseUrlOf(text: string): string {
  return withoutSlash(parse(text, '--base-url'))
}

/** The two addresses of a service, without a slash at the end. */
export interface ServiceUrls {
  readonly baseUrl: string
  readonly specUrl: string
}

/**
 * The addresses of the service under test. The specification URL is the host of the base URL without its `/api`
 * prefix, unless it is given.
 * @throws RampartError OPTION_INVALID.
 */
export function serviceUrls(baseUrl: string | undefined, specUrl: string | undefined): ServiceUrls {
  if (baseUrl === undefined || baseUrl === '') {
    throw new RampartError('OPTION_INVALID', {
      message: 'no base URL was given',
      fix: 'Pass --base-url URL, set RAMPART_BASE_URL, or put baseUrl into rampart.config.ts.',
    })
  }
  const base = parse(baseUrl, '--base-url')
  const derived = new URL(base)
  derived.pathname = derived.pathname.replace(/\/api\/*$/, '/')
  const spec = specUrl === undefined || specUrl === '' ? derived : parse(specUrl, '--spec-url')
  return { baseUrl: withoutSlash(base), specUrl: withoutSlash(spec) }
}

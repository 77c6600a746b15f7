import { wrongUse } from '../../diagnostics/index.js'
import { parseRootUrl } from '../../fetch/index.js'

const withoutSlash = (url: URL): string => url.href.replace(/\/+$/, '')

/** An API root, without a slash at its end. */
export function baseUrlOf(text: string): string {
  return withoutSlash(parseRootUrl(text, '--base-url'))
}

/** The two addresses of a service, without a slash at the end. */
export type ServiceUrls = Readonly<Record<'baseUrl' | 'specUrl', string>>

/** The addresses of the service under test. Without a specification URL it is the base URL without its `/api`. */
export function serviceUrls(baseUrl: string | undefined, specUrl: string | undefined): ServiceUrls {
  if (baseUrl === undefined || baseUrl === '') {
    const fix = 'Pass --base-url URL, set RAMPART_BASE_URL, or put baseUrl into rampart.config.ts.'
    throw wrongUse('no base URL was given', fix)
  }
  const base = parseRootUrl(baseUrl, '--base-url')
  const derived = new URL(base)
  derived.pathname = derived.pathname.replace(/\/api\/*$/, '/')
  const spec = specUrl === undefined || specUrl === '' ? derived : parseRootUrl(specUrl, '--spec-url')
  return { baseUrl: withoutSlash(base), specUrl: withoutSlash(spec) }
}

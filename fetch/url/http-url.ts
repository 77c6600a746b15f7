import { RampartError } from '../../diagnostics/index.js'
import { beginning } from '../parse/excerpt.js'

const refuse = (message: string): never => {
  throw new RampartError('FETCH_URL_INVALID', { message })
}

/** Text that is no URL may still hold a password, so anything with an @ is not repeated. */
const quoted = (text: string): string =>
  text.includes('@') ? 'not shown, for it holds an @' : `"${beginning(text)}"`

/**
 * Parses an http or https URL that holds no credentials.
 * `what` names it in errors, for instance "the specification URL". Credentials are never repeated.
 * @throws RampartError FETCH_URL_INVALID when it is no URL, is neither http nor https, or holds credentials
 */
export function parseHttpUrl(text: string, what: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href)
    ? new URL(text, base)
    : refuse(`Not a URL: ${what} is ${quoted(text)}.`)
  if (url.username !== '' || url.password !== '') {
    return refuse(`A user name or password stands in ${what}; rampart sends neither.`)
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return refuse(`Neither http nor https: ${what} is ${quoted(text)}.`)
  }
  return url
}

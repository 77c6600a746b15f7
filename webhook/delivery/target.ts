import { RampartError } from '../../diagnostics/index.js'

/**
 * The URL of deliveries, from an option.
 * @throws RampartError OPTION_INVALID, which does not repeat credentials in the URL.
 */
export function targetUrl(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href
  const what =
    url && url.username + url.password !== '' ? 'contains credentials' : 'is not an http or https URL'
  throw new RampartError('OPTION_INVALID', {
    message: `${option} ${what}`,
    fix: `Give a URL such as http://127.0.0.1:3000/webhooks.`,
  })
}

import { RampartError } from '../../diagnostics/index.js'

/**
 * The URL that deliveries go to, as an option names it.
 * @throws RampartError OPTION_INVALID, without the credentials that may stand in it.
 */
export function targetUrl(option: string, text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return url.href
  const what = url && url.username + url.password !== '' ? 'holds credentials' : 'is no http or https URL'
  throw new RampartError('OPTION_INVALID', {
    message: `${option} ${what}`,
    fix: `Give a URL such as http://127.0.0.1:3000/webhooks.`,
  })
}

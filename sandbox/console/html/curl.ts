import type { AttemptView } from '../../webhook-endpoints/webhook-service.js'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Headers that curl adds itself. */
const own = new Set(['content-length', 'host', 'connection', 'transfer-encoding'])

/**
 * A shell command that repeats the request of an attempt byte for byte. It contains the original signature and no
 * secret, so receivers accept it only while the timestamp is within their tolerance.
 */
export function curlOf({ url, headers, body }: AttemptView): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !own.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return `${['curl --globoff -X POST', ...lines, `--data-binary ${quoted(body)}`, quoted(url)].join(' \\\n  ')}\n`
}

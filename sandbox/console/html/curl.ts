import type { AttemptView } from '../../webhook-endpoints/webhook-service.js'

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Headers that curl makes by itself. */
const own = new Set(['content-length', 'host', 'connection', 'transfer-encoding'])

/**
 * A command for a shell that makes the request of an attempt again, byte for byte. It carries the signature that was
 * sent and no secret: receivers take it for as long as its timestamp is near.
 */
export function curlOf({ url, headers, body }: AttemptView): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !own.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return `${['curl --globoff -X POST', ...lines, `--data-binary ${quoted(body)}`, quoted(url)].join(' \\\n  ')}\n`
}

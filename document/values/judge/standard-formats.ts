const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)

const isIpv6 = (text: string): boolean => {
  if (!/^[\da-f:.]+$/i.test(text) || !text.includes(':')) return false
  try {
    return new URL(`http://[${text}]/`).hostname !== ''
  } catch {
    return false
  }
}

const label = String.raw`[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?`

/**
 * Formats of JSON Schema that validators take of a library, as narrow as their specifications: what is valid by these
 * is valid by any.
 */
export const standardFormats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['ipv4', (text: string): boolean => ipv4.test(text)],
  ['ipv6', isIpv6],
  [
    'hostname',
    (text: string): boolean => new RegExp(`^(?=.{1,253}$)${label}(?:\\.${label})*$`, 'i').test(text),
  ],
  [
    'duration',
    (text: string): boolean =>
      /^P(?!$)(?:\d+W|(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+S)?)?)$/.test(text),
  ],
  ['json-pointer', (text: string): boolean => /^(?:\/(?:[^~/]|~0|~1)*)*$/.test(text)],
  [
    'relative-json-pointer',
    (text: string): boolean => /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/.test(text),
  ],
  [
    'uri-reference',
    (text: string): boolean => /^(?:[\w.~!$&'()*+,;=:@/?-]|%[\da-f]{2})*(?:#[\w.~/?-]*)?$/i.test(text),
  ],
  [
    'uri-template',
    (text: string): boolean => /^(?:[\w.~!$&'()*+,;=:@/?#-]|%[\da-f]{2}|\{\w+\})*$/i.test(text),
  ],
])

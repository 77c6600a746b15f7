/** A media type without its parameters, in lower case. */
export function bareMediaType(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase()
}

/** How values travel in a body of a media type. */
export type BodyKind = 'json' | 'lines' | 'form' | 'multipart' | 'xml' | 'text'

/** The kind of a media type; of ranges such as `*\/*` JSON, which most services read. */
export function bodyKind(mediaType: string): BodyKind {
  const bare = bareMediaType(mediaType)
  if (/^application\/(jsonl|json-seq|x-ndjson|x-jsonlines|ndjson)$/.test(bare)) return 'lines'
  if (/[/+]json$/.test(bare) || /^(\*|application)\/\*$/.test(bare)) return 'json'
  if (bare === 'application/x-www-form-urlencoded') return 'form'
  if (bare.startsWith('multipart/')) return 'multipart'
  if (/[/+]xml$/.test(bare)) return 'xml'
  return /^(application|text)\/(x-)?yaml$/.test(bare) ? 'json' : 'text'
}

/** A media type that can stand in a Content-Type: ranges become a type that they hold. */
export function concreteMediaType(mediaType: string): string {
  const bare = bareMediaType(mediaType)
  if (!bare.includes('*')) return mediaType
  const [type = '*'] = bare.split('/')
  const usual: Readonly<Record<string, string>> = {
    text: 'text/plain',
    image: 'image/png',
    audio: 'audio/mpeg',
    video: 'video/mp4',
    multipart: 'multipart/form-data',
  }
  return Object.hasOwn(usual, type) ? (usual[type] ?? '') : 'application/json'
}

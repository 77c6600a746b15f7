import { isJsonType, mediaTypeOf } from '../../document/index.js'
import { streamKind } from '../exchange/streams.js'

export type BodyKind = 'json' | 'lines' | 'form' | 'multipart' | 'xml' | 'text'

/** The serialization of a media type; ranges such as `*\/*` mean JSON, which most services accept. */
export function bodyKind(mediaType: string): BodyKind {
  const bare = mediaTypeOf(mediaType)
  const stream = streamKind(bare)
  if (stream === 'lines' || stream === 'records') return 'lines'
  if (isJsonType(bare) || /^(\*|application)\/\*$/.test(bare)) return 'json'
  if (bare === 'application/x-www-form-urlencoded') return 'form'
  if (bare.startsWith('multipart/')) return 'multipart'
  if (/[/+]xml$/.test(bare)) return 'xml'
  return /^(application|text)\/(x-)?yaml$/.test(bare) ? 'json' : 'text'
}

/** Whether a body has the steps of a change in place of what is to be: JSON Patch. */
export function isJsonPatch(mediaType: string): boolean {
  return mediaTypeOf(mediaType) === 'application/json-patch+json'
}

/** The JSON media type in which a thing is sent best. */
export function jsonTypeOf(mediaTypes: readonly string[]): string | undefined {
  const all = mediaTypes.filter(isJsonType)
  return all.find((one) => !isJsonPatch(one)) ?? all[0]
}

/** A media type for Content-Type; a range becomes a concrete type within it. */
export function concreteMediaType(mediaType: string): string {
  const bare = mediaTypeOf(mediaType)
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

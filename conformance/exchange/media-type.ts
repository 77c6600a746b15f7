import { mediaTypeOf } from '../../document/index.js'
import type { MediaTypeObject, Operation } from '../../runtime/surface.js'

export { isJsonType, mediaTypeOf } from '../../document/index.js'

/** True for text of any kind but markup. */
export function isTextType(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType) === 'text/plain'
}

const rank = (declared: string, wanted: string): number => {
  const own = mediaTypeOf(declared)
  if (own === wanted) return 3
  if (own === `${wanted.split('/')[0]}/*`) return 2
  return own === '*/*' ? 1 : 0
}

/** The declared status that matches one: the status itself, its range, or `default`. */
export function declaredStatus({ responses }: Operation, status: number): string | undefined {
  const keys = Object.keys(responses)
  return (
    keys.find((key) => key === String(status)) ??
    keys.find((key) => key.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
    keys.find((key) => key === 'default')
  )
}

/** The media types of the declared response with a status. */
export function declaredContent(
  operation: Operation,
  status: number,
): Readonly<Record<string, MediaTypeObject>> | undefined {
  const key = declaredStatus(operation, status)
  return key === undefined ? undefined : operation.responses[key]?.content
}

/** The declared media type that matches a Content-Type, exact ones before ranges. */
export function declaredFor(
  declared: readonly string[],
  contentType: string | undefined,
): string | undefined {
  const wanted = mediaTypeOf(contentType)
  if (wanted === undefined) return undefined
  return declared
    .filter((candidate) => rank(candidate, wanted) > 0)
    .toSorted((a, b) => rank(b, wanted) - rank(a, wanted))[0]
}

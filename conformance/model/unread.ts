import { resolvePointer, walk } from '../../document/index.js'
import type { Api, UnreadPart } from './api.js'

const holds = (holder: string, pointer: string): boolean =>
  pointer === holder || pointer.startsWith(`${holder}/`)

const mostFollowed = 2_000

/** Whether parts of a document hold a pointer, are held by it, or refer to such. */
export function reachesPart({ document }: Api, starts: readonly string[], pointer: string): boolean {
  const seen = new Set(starts)
  for (const start of seen) {
    if (holds(start, pointer) || holds(pointer, start)) return true
    if (seen.size > mostFollowed) return false
    for (const [location, value] of walk(resolvePointer(document, start)))
      if (location.endsWith('/$ref') && typeof value === 'string' && value.startsWith('#')) seen.add(value)
  }
  return false
}

/** The first part that could not be read of what a pointer of a document leads to; undefined where all of it was. */
export function unreadBelow(api: Api, start: string): UnreadPart | undefined {
  return (api.unread ?? []).find(({ pointer }) => reachesPart(api, [start], pointer))
}

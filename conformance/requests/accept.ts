import type { Operation } from '../../runtime/surface.js'
import { bodyKind } from './media-types.js'

/** As many media types as somebody would list. */
const most = 8

/**
 * The Accept header of an operation: what its responses declare, JSON first, and anything else where there is no
 * other, so that errors which are no JSON are still answered.
 */
export function acceptOf({ responses }: Operation): string {
  const declared = new Set(Object.values(responses).flatMap(({ content }) => Object.keys(content)))
  const sendable = [...declared].filter((type) => /^[!-~]+\/[!-~]+( *; *[!-~]+)*$/.test(type))
  const types = sendable.toSorted((a, b) => Number(bodyKind(b) === 'json') - Number(bodyKind(a) === 'json'))
  const named = types.filter((type) => type !== '*/*').slice(0, most)
  return named.length === 0 ? '*/*' : `${named.join(', ')}, */*;q=0.1`
}

import { mediaTypeOf } from '../exchange/media-type.js'
import { contentTypeOf, declaredOf, isUnanswered, isOfOthers, operationName } from './answer.js'
import { shownBy } from './checked.js'
import type { Check } from '../model/violation.js'

/** `answers/media-type`: an empty answer has none, and failures of the service are judged as such. */
export const mediaType: Check = (observed) => {
  const { status, body } = observed.exchange.response
  const declared = declaredOf(observed)
  if (isUnanswered(observed) || !declared || status >= 500 || body === '') return undefined
  const types = Object.keys(declared.response.content)
  if (types.length === 0 || isOfOthers(observed)) return undefined
  if (declared.mediaType) return []
  const came = mediaTypeOf(contentTypeOf(observed)) ?? 'none'
  return shownBy(observed, [
    {
      rule: 'answers/media-type',
      message: `${operationName(observed)} ${status} has media type ${came}, and declares ${types.join(', ')}`,
      pointer: `${declared.response.pointer}/content`,
      expected: `A body of media type ${types.join(' or ')}.`,
      cause: `${status} ${came} for ${types.join(', ')}`,
    },
  ])
}

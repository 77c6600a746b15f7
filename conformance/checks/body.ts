import { isJsonType, mediaTypeOf } from '../exchange/media-type.js'
import type { MediaTypeObject } from '../../runtime/surface.js'
import {
  contentTypeOf,
  type Declared,
  declaredOf,
  isUnanswered,
  isOfOthers,
  operationName,
} from './answer.js'
import { bodyFaults } from './body-faults.js'
import { type Fault, shownBy } from './checked.js'
import { readJson } from './json-text.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** Values that plain text may stand for, the text itself first. */
const readingsOf = (text: string): readonly unknown[] => {
  const plain = text.trim()
  const number = plain === '' ? Number.NaN : Number(plain)
  const word = plain === 'true' || plain === 'false' ? [plain === 'true'] : []
  return [text, ...(Number.isNaN(number) ? [] : [number]), ...word]
}

const notJson = (observed: Observed, { pointer }: MediaTypeObject, trouble: string): Fault => ({
  rule: 'answers/body',
  message: `${operationName(observed)} ${observed.exchange.response.status}: the body ${trouble}`,
  pointer,
  expected: 'A body of JSON that satisfies its schema.',
  cause: `${pointer} ${trouble}`,
})

const isEmptyWrong = (observed: Observed, { key, response }: Declared): boolean => {
  const { status } = observed.exchange.response
  const isFree =
    status === 204 || status === 205 || status === 304 || observed.exchange.request.method === 'HEAD'
  const isAllJson = Object.entries(response.content).every(
    ([type, { schema }]) => isJsonType(type) && schema !== undefined,
  )
  if (isFree || !isAllJson || Object.keys(response.content).length === 0) return false
  return status < 400 || (key === String(status) && isJsonType(contentTypeOf(observed)))
}

const faultsIn = async (observed: Observed): Promise<readonly Fault[] | undefined> => {
  const { status, body } = observed.exchange.response
  const declared = declaredOf(observed)
  if (isUnanswered(observed) || !declared || status >= 500 || isOfOthers(observed)) return undefined
  if (observed.exchange.request.method === 'HEAD') return undefined
  if (body === '') {
    const [media] = Object.values(declared.response.content)
    return media && isEmptyWrong(observed, declared) ? [notJson(observed, media, 'is empty')] : undefined
  }
  const media = declared.mediaType
  if (!media?.validator) return undefined
  const contentType = contentTypeOf(observed)
  if (mediaTypeOf(contentType) === 'text/plain') {
    return judgeText(observed, media, media.validator)
  }
  if (!isJsonType(contentType)) return undefined
  const read = readJson(body)
  if ('trouble' in read) return [notJson(observed, media, read.trouble)]
  return bodyFaults(observed, media, await observed.api.surface.validator(media.validator), [read.value])
}

/** Text can be no list and no object: where a range of media types is declared for these, text is something else. */
const judgeText = async (
  observed: Observed,
  media: MediaTypeObject,
  validator: string,
): Promise<readonly Fault[] | undefined> => {
  const { schema } = media
  const isScalar =
    typeof schema === 'object' && ['string', 'number', 'integer', 'boolean'].includes(String(schema.type))
  if (!isScalar) return undefined
  const judge = await observed.api.surface.validator(validator)
  return bodyFaults(observed, media, judge, readingsOf(observed.exchange.response.body))
}

/** Of what is nested too deeply to be gone through, nothing is known. */
const ofDepth = (error: unknown): undefined => {
  if (!(error instanceof RangeError)) throw error
}

const known = new WeakMap<Observed, Promise<readonly Fault[] | undefined>>()

const faultsOf = (observed: Observed): Promise<readonly Fault[] | undefined> => {
  const faults = known.get(observed) ?? faultsIn(observed).catch(ofDepth)
  known.set(observed, faults)
  return faults
}

const by =
  (rule: ExploreRuleId): Check =>
  async (observed) => {
    const faults = await faultsOf(observed)
    return (
      faults &&
      shownBy(
        observed,
        faults.filter((fault) => fault.rule === rule),
      )
    )
  }

/** `answers/body`: what the document declares for status and media type, by its validator. */
export const body = by('answers/body')

/** `answers/format`: by JSON Schema a format is a remark, and what satisfies one is read in several ways. */
export const format = by('answers/format')

import { defaultVersion } from '../../../versions/index.js'
import { isObject, walk } from '../../../document/index.js'

/** How a version list names the default. */
export type NamedDefault = 'right' | 'wrong' | 'none' | 'unclear'

const isDefaultWord = (text: string): boolean => /default/i.test(text)
const isYes = (value: unknown): boolean => value === true || /^(true|yes|1)$/i.test(String(value))

const datesIn = (value: unknown): string[] => {
  const texts = walk(value).flatMap(([pointer, inner]) =>
    typeof inner === 'string' ? [pointer, inner] : [pointer],
  )
  return texts.flatMap((text) => text.match(/\d{4}-\d{2}-\d{2}/g) ?? [])
}

const isRight = (dates: readonly string[]): boolean | undefined =>
  dates.length === 0 ? undefined : dates.includes(defaultVersion)

/** Judgements of one object: of each member whose name or value speaks of a default. */
const judgeObject = (pointer: string, object: Readonly<Record<string, unknown>>): (boolean | undefined)[] =>
  Object.entries(object).flatMap(([name, value]) => {
    const isFlag = isDefaultWord(name) && typeof value !== 'object' && isYes(value)
    const isRemark = typeof value === 'string' && isDefaultWord(value) && datesIn(value).length === 0
    const isRemarks =
      Array.isArray(value) && value.some((item) => typeof item === 'string' && isDefaultWord(item))
    if (isFlag || isRemark || isRemarks) {
      const [keyed] = pointer.match(/\d{4}-\d{2}-\d{2}$/) ?? []
      return [isRight(keyed === undefined ? datesIn(object) : [keyed])]
    }
    return isDefaultWord(name) && value !== false && value !== null ? [isRight(datesIn(value))] : []
  })

/**
 * Finds the default in a version list, whose shape is not promised: a member named after it, a flag or a remark beside
 * a version, or, without the word, a value where 2025-03-13 stands alone.
 */
export function namedDefault(list: unknown): NamedDefault {
  const judged = walk(list).flatMap(([pointer, value]) =>
    isObject(value) ? judgeObject(pointer, value) : [],
  )
  if (judged.includes(false)) return 'wrong'
  if (judged.includes(true)) return 'right'
  if (judged.length > 0) return 'unclear'
  const dates = datesIn(list)
  const count = (date: string): number => dates.filter((one) => one === date).length
  const isSingled = [...new Set(dates)].some((date) => count(date) !== count(defaultVersion))
  return isSingled ? 'unclear' : 'none'
}

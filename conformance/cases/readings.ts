import { isObject } from '../../document/index.js'
import { scalar } from '../../runtime/client/serialize.js'
import type { Parameter } from '../../runtime/surface.js'
import { isJsonParameter } from '../requests/index.js'

/**
 * Every JSON value that a text in a URL may stand for. A server knows only the text, so a value is wrong on the wire
 * only where no reading of it is right: the integer 1 is no string, and "1" in a query is.
 */
export function readingsOf(text: string): unknown[] {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  const words: Readonly<Record<string, unknown>> = { true: true, false: false, null: null, '': null }
  const items = text.split(',')
  return [
    text,
    ...(Number.isNaN(number) ? [] : [number, [number]]),
    ...(Object.hasOwn(words, text) ? [words[text]] : []),
    items,
    ...(items.some((item) => Number.isNaN(Number(item))) ? [] : [items.map(Number)]),
  ]
}

/** More members than these are not combined in all of their readings. */
const mostMembers = 4

/** Every way of reading several texts at once; undefined where there are too many. */
const combined = (texts: readonly string[]): unknown[][] | undefined =>
  texts.length > mostMembers
    ? undefined
    : texts.reduce<unknown[][]>(
        (rows, text) => rows.flatMap((row) => plainReadings(text).map((one) => row.concat([one]))),
        [[]],
      )

/** The readings of a text that are neither lists nor objects. */
export function plainReadings(text: string): unknown[] {
  return readingsOf(text).filter((one) => typeof one !== 'object' || one === null)
}

const readingsOfList = (items: readonly unknown[]): unknown[] | undefined => {
  const rows = combined(items.map(scalar))
  const [only] = items
  // A single item looks like a value that is no list.
  return items.length === 1 && rows ? [...rows, ...readingsOf(scalar(only))] : rows
}

const readingsOfMembers = (value: Readonly<Record<string, unknown>>): unknown[] | undefined => {
  const names = Object.keys(value)
  const rows = combined(Object.values(value).map(scalar))
  return rows?.map((row) => Object.fromEntries(names.map((name, index) => [name, row[index]])))
}

/**
 * Every JSON value that a service may read from a parameter that was written; undefined where that cannot be said,
 * because members of an object stand among the other parameters, or there are too many.
 */
export function readingsOfParameter(parameter: Parameter, value: unknown): unknown[] | undefined {
  if (isJsonParameter(parameter)) return [value]
  if (parameter.content !== undefined) return undefined
  if (Array.isArray(value)) return readingsOfList(value)
  if (!isObject(value)) return readingsOf(scalar(value))
  const isNamed = parameter.style === 'deepObject' || !parameter.explode
  return isNamed ? readingsOfMembers(value) : undefined
}

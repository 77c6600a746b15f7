import { pathStyled, plainStyled, queryStyled, scalar } from '../../runtime/client/serialize.js'
import type { Parameter } from '../../runtime/surface.js'
import { bodyKind } from './media-types.js'
import { wellFormed, wellFormedText, withExactTexts } from './exact-texts.js'

const undeclared = {
  pointer: '',
  required: false,
  deprecated: false,
  allowReserved: false,
} as const

/** A parameter that the document does not declare: plain values in the default style of its location. */
export function undeclaredParameter(name: string, location: Parameter['in']): Parameter {
  const isForm = location === 'query' || location === 'cookie'
  return { ...undeclared, name, in: location, style: isForm ? 'form' : 'simple', explode: isForm }
}

/** Whether a parameter with `content` is written as JSON rather than as text. */
export function isJsonParameter({ content }: Parameter): boolean {
  const [mediaType] = Object.keys(content ?? {})
  return mediaType !== undefined && bodyKind(mediaType) === 'json'
}

const styleOf = (parameter: Parameter): string => {
  if (isJsonParameter(parameter)) return 'json'
  const { style, explode, allowReserved, in: location } = parameter
  // A cookie has a single value, in which pairs would be ambiguous.
  const mark = explode && location !== 'cookie' ? '*' : ''
  return style + mark + (allowReserved && location === 'query' ? '+' : '')
}

/** The value to serialize; for a parameter with non-JSON `content` its text. */
const plain = (parameter: Parameter, value: unknown): unknown => {
  if (isJsonParameter(parameter)) return value
  const exact = withExactTexts(value)
  return parameter.content === undefined ? exact : scalar(exact)
}

/** The percent-encoded text of a path parameter. */
export function pathText(parameter: Parameter, value: unknown): string {
  return pathStyled(parameter.name, plain(parameter, wellFormed(value)), styleOf(parameter))
}

/** The `name=value` pairs of a query parameter, percent-encoded. */
export function queryPairs(parameter: Parameter, value: unknown): string[] {
  const { name } = parameter
  return queryStyled(wellFormedText(name), plain(parameter, wellFormed(value)), styleOf(parameter))
}

/** The text of a header parameter, not encoded. */
export function headerText(parameter: Parameter, value: unknown): string {
  return plainStyled(plain(parameter, value), styleOf(parameter))
}

/** The value of a cookie, percent-encoded. */
export function cookieText(parameter: Parameter, value: unknown): string {
  return encodeURIComponent(plainStyled(plain(parameter, wellFormed(value)), styleOf(parameter)))
}

import { pathStyled, plainStyled, queryStyled } from '../../runtime/client/styles.js'
import { scalar } from '../../runtime/client/serialize.js'
import type { Parameter } from '../../runtime/surface.js'
import { bodyKind } from './media-types.js'
import { wellFormed, wellFormedText } from './well-formed.js'
import { withExactTexts } from './whole-numbers.js'

const unsaid = {
  pointer: '',
  required: false,
  deprecated: false,
  allowReserved: false,
} as const

/** A parameter that the document does not describe: plain values in the style that its location usually has. */
export function undeclaredParameter(name: string, location: Parameter['in']): Parameter {
  const isForm = location === 'query' || location === 'cookie'
  return { ...unsaid, name, in: location, style: isForm ? 'form' : 'simple', explode: isForm }
}

/** How a parameter of `content` is written: as JSON, or as the text that it is. */
export function isJsonParameter({ content }: Parameter): boolean {
  const [mediaType] = Object.keys(content ?? {})
  return mediaType !== undefined && bodyKind(mediaType) === 'json'
}

const styleOf = (parameter: Parameter): string => {
  if (isJsonParameter(parameter)) return 'json'
  const { style, explode, allowReserved, in: location } = parameter
  // A cookie has one value: pairs could not be told apart in it.
  const mark = explode && location !== 'cookie' ? '*' : ''
  return style + mark + (allowReserved && location === 'query' ? '+' : '')
}

/** A parameter of `content` that is no JSON as its text, and any other value as it is. */
const plain = (parameter: Parameter, value: unknown): unknown => {
  if (isJsonParameter(parameter)) return value
  const exact = withExactTexts(value)
  return parameter.content === undefined ? exact : scalar(exact)
}

/** A value of a path parameter as it stands in the path, percent-encoded. */
export function pathText(parameter: Parameter, value: unknown): string {
  return pathStyled(parameter.name, plain(parameter, wellFormed(value)), styleOf(parameter))
}

/** The `name=value` pairs of a query parameter, percent-encoded. */
export function queryPairs(parameter: Parameter, value: unknown): string[] {
  const { name } = parameter
  return queryStyled(wellFormedText(name), plain(parameter, wellFormed(value)), styleOf(parameter))
}

/** The value of a header parameter, as it is. */
export function headerText(parameter: Parameter, value: unknown): string {
  return plainStyled(plain(parameter, value), styleOf(parameter))
}

/** The value of a cookie, percent-encoded. */
export function cookieText(parameter: Parameter, value: unknown): string {
  return encodeURIComponent(plainStyled(plain(parameter, wellFormed(value)), styleOf(parameter)))
}

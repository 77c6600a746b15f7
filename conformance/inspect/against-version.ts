import type { MediaTypeObject, Operation, Parameter, ResponseObject, Surface } from '../../runtime/surface.js'
import type { ValidationError, Validator } from '../../runtime/validator.js'
import { type Exchange, headerValue, headerValues, parsedJson } from '../exchange/exchange.js'
import { declaredFor, isJsonType } from '../exchange/media-type.js'
import { violationsOf } from '../exchange/validation.js'

/** Why a message does not fit a document: in words without any value, and what to do about it. */
export interface Misfit {
  readonly message: string
  readonly advice: string
}

const located = ({ instancePath }: ValidationError): string =>
  instancePath === '' ? 'the body' : `\`${instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')}\``

const named = ({ params }: ValidationError): string => {
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  return typeof name === 'string' ? `\`${name.replaceAll('`', "'")}\`` : 'it'
}

const misfitOf = (error: ValidationError, sent: boolean): Misfit => {
  const message = `${located(error)} ${error.message ?? error.keyword}`
  const { keyword } = error
  if (!sent)
    return { message, advice: 'Make the code read both, the one that came and the one that is described.' }
  if (keyword === 'required') return { message, advice: `Send ${named(error)}.` }
  if (keyword.endsWith('Properties')) return { message, advice: `Leave ${named(error)} out.` }
  return { message, advice: `Send ${located(error)} as the newer version takes it.` }
}

// A union that nothing matched reports every branch; the shortest account of it is the union itself.
const mostTelling = (errors: readonly ValidationError[]): readonly ValidationError[] => {
  const unions = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  return unions.length > 0
    ? unions.concat(errors.filter(({ keyword }) => keyword === 'required').slice(0, 3))
    : errors.slice(0, 5)
}

/** The values that a text in a URL or a header may stand for: whoever wrote it knew which. */
const readings = (texts: readonly string[]): unknown[] => {
  const [first = ''] = texts
  const one = (text: string): unknown[] => [text, parsedJson(text)].filter((value) => value !== undefined)
  const list = texts.length > 1 ? texts : first.split(',')
  return [...one(first), list, list.map((text) => one(text).at(-1))]
}

const valuesOf = ({ request }: Exchange, { name, in: where }: Parameter): readonly string[] | undefined => {
  if (where === 'header') return headerValues(request.headers, name)
  if (where !== 'query' || !URL.canParse(request.url)) return undefined
  return new URL(request.url).searchParams.getAll(name)
}

/** Judges messages by the document of one version. */
export class VersionJudge {
  readonly #surface: Surface

  constructor(surface: Surface) {
    this.#surface = surface
  }

  /** What of a request the document does not take. */
  async request(exchange: Exchange, operation: Operation): Promise<Misfit[]> {
    const parameters = await Promise.all(
      operation.parameters.map((parameter) => this.#parameter(exchange, parameter)),
    )
    return [...parameters.flat(), ...(await this.#body(exchange, operation))]
  }

  /** What of an answer the document does not describe; `mayHoldMore` where a reader takes what it does not know. */
  async answer({ response }: Exchange, operation: Operation, mayHoldMore: boolean): Promise<Misfit[]> {
    const declared = responseFor(operation, response.status)
    if (!declared) {
      const message = `status ${response.status} is not described`
      return [{ message, advice: `Do not rely on status ${response.status} here.` }]
    }
    const type = declaredFor(Object.keys(declared.content), headerValue(response.headers, 'content-type'))
    const media = type === undefined ? undefined : declared.content[type]
    if (!media || !isJsonType(type)) return []
    const errors = await this.#errors(media, response.body)
    return errors
      .filter(({ keyword }) => !mayHoldMore || !keyword.endsWith('Properties'))
      .map((error) => misfitOf(error, false))
  }

  async #parameter(exchange: Exchange, parameter: Parameter): Promise<Misfit[]> {
    const texts = valuesOf(exchange, parameter)
    // What a recorder leaves out, or a browser adds, is no part of what the program decides.
    if (texts === undefined || parameter.style === 'deepObject') return []
    const what = `${parameter.in} parameter \`${parameter.name}\``
    if (texts.length === 0) {
      return parameter.required
        ? [{ message: `${what} is missing`, advice: `Send \`${parameter.name}\`.` }]
        : []
    }
    const validator =
      parameter.validator === undefined ? undefined : await this.#validator(parameter.validator)
    if (!validator || readings(texts).some((value) => validator(value))) return []
    return [
      {
        message: `${what} has a value that is not taken`,
        advice: `Send \`${parameter.name}\` as the newer version takes it.`,
      },
    ]
  }

  async #body({ request }: Exchange, { requestBody }: Operation): Promise<Misfit[]> {
    if (request.body === undefined || request.body === '') {
      return requestBody?.required === true
        ? [{ message: 'the body is missing', advice: 'Send a body.' }]
        : []
    }
    if (!requestBody) return []
    const contentType = headerValue(request.headers, 'content-type')
    const type = declaredFor(Object.keys(requestBody.content), contentType)
    if (type === undefined) {
      return [{ message: 'the media type of the body is not taken', advice: 'Send another media type.' }]
    }
    const media = requestBody.content[type]
    if (!media || !isJsonType(contentType)) return []
    return (await this.#errors(media, request.body)).map((error) => misfitOf(error, true))
  }

  async #errors({ validator }: MediaTypeObject, text: string): Promise<readonly ValidationError[]> {
    const body = parsedJson(text)
    if (validator === undefined || body === undefined) return []
    return mostTelling(violationsOf(await this.#validator(validator), body))
  }

  #validator(name: string): Promise<Validator> {
    return this.#surface.validator(name)
  }
}

/** What a document declares for a status: by itself, by its range, or by `default`. */
const responseFor = ({ responses }: Operation, status: number): ResponseObject | undefined => {
  const range = Math.floor(status / 100)
  return responses[status] ?? responses[`${range}XX`] ?? responses[`${range}xx`] ?? responses['default']
}

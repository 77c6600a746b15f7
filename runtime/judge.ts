import { bareMediaType, isJson } from './json.js'
import type { Finding, ValidationError, Validator } from './fail.js'

/** One problem of a request or a response. `at` is its location: `body/amount`, `query/cursor`. */
export interface ContractProblem {
  readonly at: string
  /** The violated keyword. */
  readonly rule: string
  readonly message: string
}

/** A request before it is sent. */
export interface JudgedRequest {
  readonly query?: object | undefined
  readonly path?: object | undefined
  readonly headers?: object | undefined
  readonly cookies?: object | undefined
  readonly body?: unknown
  readonly contentType?: string | undefined
}

/** The validators of the requests and the responses of one operation. */
export interface OperationValidators<Operation extends string = string> {
  /** The name of the operation. */
  readonly operation: Operation
  readonly request: (request: JudgedRequest) => readonly ContractProblem[]
  readonly response: (status: number, mediaType: string, body: unknown) => readonly ContractProblem[]
}

/** Validators by media type; null where the document has no schema. */
export type ValidatorsOfContent = Readonly<Record<string, Validator | null>>

/** The validators of the requests of one operation, by location. */
export interface JudgedRequests {
  /** By location and name: `query/cursor`, `path/id`, `headers/X-Trace`, `cookies/session`. */
  readonly parameters?: Readonly<Record<string, Validator>>
  readonly body?: ValidatorsOfContent
  readonly isBodyRequired?: boolean
}

/** The validators of the responses of one operation: by status, range or `default`, and then by media type. */
export type JudgedResponses = Readonly<Record<string, ValidatorsOfContent>>

/** A validator keeps the findings of its last call. */
interface Judge extends Validator {
  readonly found?: readonly (Finding | ValidationError)[] | null
}

/** The key that equals a media type, differs only in parameters, or is a matching range. */
const entryOf = (known: readonly string[], mediaType: string): string | undefined => {
  const wanted = bareMediaType(mediaType)
  const ranges = [wanted, `${wanted.split('/')[0]}/*`, '*/*']
  return ranges.flatMap((range) => known.filter((name) => bareMediaType(name) === range))[0]
}

const problemOf = (finding: Finding | ValidationError, at: string): ContractProblem => {
  const { instancePath, schemaPath, params } = finding
  const rule = 'keyword' in finding ? finding.keyword : schemaPath.slice(schemaPath.lastIndexOf('/') + 1)
  const limit = JSON.stringify(params instanceof Set ? [...params] : params) ?? ''
  const member = rule === 'required' && typeof params === 'string' ? `/${params}` : ''
  return {
    at: at + instancePath + member,
    rule,
    message: member ? 'is required and missing' : `must satisfy ${rule} ${limit.slice(0, 200)}`.trim(),
  }
}

const problemsIn = (
  validate: Judge | null | undefined,
  at: string,
  value: unknown,
): readonly ContractProblem[] =>
  !validate || validate(value) ? [] : (validate.found ?? []).map((finding) => problemOf(finding, at))

const parametersOf = ({ query, path, headers, cookies }: JudgedRequest): [string, unknown][] =>
  Object.entries({ query, path, headers, cookies }).flatMap(([location, values]) =>
    Object.entries(values ?? {}).map(([name, value]): [string, unknown] => [`${location}/${name}`, value]),
  )

const ownValue = <Value>(table: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/**
 * Adds the validators of requests to those of responses. Called by generated code. Two separate calls, so
 * that bundles of clients that only judge responses contain no validators of requests.
 */
export function judge<Operation extends string>(
  responses: OperationValidators<Operation>,
  { parameters = {}, body: contents = {}, isBodyRequired }: JudgedRequests,
): OperationValidators<Operation> {
  return {
    ...responses,
    request: (request) => {
      const { body, contentType = '' } = request
      const found = parametersOf(request).flatMap(([at, value]) =>
        value === undefined ? [] : problemsIn(ownValue(parameters, at), at, value),
      )
      if (body === undefined)
        return isBodyRequired
          ? [{ at: 'body', rule: 'required', message: 'is required and missing' }, ...found]
          : found
      const entry = isJson(contentType) ? entryOf(Object.keys(contents), contentType) : undefined
      return entry === undefined ? found : [...found, ...problemsIn(contents[entry], 'body', body)]
    },
  }
}

/**
 * Combines the validators of the responses of one operation for a client. Called by generated code.
 * @param errors further ones, which other operations have too
 */
export function judgeResponses<Operation extends string>(
  operation: Operation,
  responses: JudgedResponses,
  errors: JudgedResponses = {},
): OperationValidators<Operation> {
  return {
    operation,
    request: () => [],
    response: (status, mediaType, body) => {
      const range = `${status}`.charAt(0)
      const names = [`${status}`, `${range}XX`, `${range}xx`, 'default']
      const content =
        names.map((name) => ownValue(responses, name) ?? ownValue(errors, name)).find(Boolean) ?? {}
      const known = Object.keys(content)
      if (body === undefined || known.length === 0) return []
      // A replay of an idempotent request has no headers.
      const type = mediaType || (known[0] ?? '')
      const entry = entryOf(known, type)
      // Plain text is accepted where JSON is documented.
      const isText = entry === undefined && bareMediaType(type) === 'text/plain'
      const judged = isText ? known.find(isJson) : entry
      if (judged === undefined)
        return [
          {
            at: 'headers/content-type',
            rule: 'media-type',
            message: `${bareMediaType(type)} is not documented`,
          },
        ]
      return isJson(type) || isText ? problemsIn(content[judged], 'body', body) : []
    },
  }
}

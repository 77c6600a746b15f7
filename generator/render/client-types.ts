import type { MediaTypeObject, Operation, Parameter } from '../../runtime/surface.js'
import { componentName, isJsonType, mediaTypeOf } from '../../document/index.js'
import { isIdempotencyKey } from '../build/operations.js'
import { requestLocations, statusesOf } from './client-operation.js'
import type { ResponseRow, BodyRow, MemberRow } from './template-model.js'

// Client types refer to document types by indexed access, so that the compiler only resolves those that are used.

type Content = Readonly<Record<string, MediaTypeObject>>

const quoted = (text: string): string => JSON.stringify(text)

/** The kind of a media type, which determines how the client reads and writes it. */
const kindOf = (mediaType: string): 'json' | 'events' | 'form' | 'text' | 'any' | 'binary' => {
  const type = mediaTypeOf(mediaType)
  if (isJsonType(type)) return 'json'
  if (type === 'text/event-stream') return 'events'
  if (/^multipart\/|urlencoded$/.test(type)) return 'form'
  if (/^text\/|xml$|yaml$/.test(type)) return 'text'
  return type.includes('*') ? 'any' : 'binary'
}

const readType = (mediaType: string, type: string): string => {
  const kind = kindOf(mediaType)
  if (kind === 'json') return type
  if (kind === 'events') return 'AsyncGenerator<runtime.ServerSentEvent, void>'
  // A response with a form that is not multipart is read as text.
  if (kind === 'text' || (kind === 'form' && !/^multipart/i.test(mediaType))) return 'string'
  return kind === 'any' ? 'unknown' : 'runtime.WebBlob'
}

const writtenType = (mediaType: string, type: string): string => {
  const kind = kindOf(mediaType)
  if (kind === 'json') return type
  return kind === 'form' ? `runtime.Form<${type}>` : `runtime.Content<${type}>`
}

const hasNoBody = (status: string): boolean => ['204', '205', '304'].includes(status)

/** Names of the types of operations in the modules of their version. */
export interface TypeNames {
  /** Identifiers by component schema. */
  readonly schemas: ReadonlyMap<string, string>
  /** Component schemas that differ between requests and responses. */
  readonly requests: ReadonlySet<string>
}

const componentOf = ({ schema }: MediaTypeObject): string | undefined => {
  if (typeof schema !== 'object' || Object.keys(schema).length !== 1) return undefined
  return componentName(schema.$ref)
}

/** The type of a media type by its name, if it is a component or needs none, so that editors show the name. */
const namedType = (media: MediaTypeObject, { schemas }: TypeNames): string | undefined => {
  if (JSON.stringify(media.schema) === '{"type":"string"}') return 'string'
  const name = schemas.get(componentOf(media) ?? '')
  return name === undefined ? undefined : `schemas.${name}`
}

/** The key of a response type, apart from its status. */
const shapeOf = (content: Content): string =>
  JSON.stringify(Object.entries(content).map(([mediaType, { schema }]) => [mediaType, schema]))

/** Merges responses with the same type, since services describe all their errors alike. */
const grouped = (responses: readonly (readonly [shape: string, response: ResponseRow])[]): ResponseRow[] => {
  const groups = new Map<string, ResponseRow>()
  for (const [shape, response] of responses) {
    const key = `${response.ok} ${shape}`
    const known = groups.get(key)
    groups.set(key, known ? { ...known, status: `${known.status} | ${response.status}` } : response)
  }
  return [...groups.values()]
}

/** The responses of an operation, by status. */
export function responsesOf(operation: Operation, type: string, names: TypeNames): ResponseRow[] {
  const statuses = statusesOf(operation)
  const isSuccess = (status: string): boolean => status.startsWith('2')
  const hasSuccess = statuses.some(({ status }) => isSuccess(status))
  const responses = statuses.map(({ status, hasContent }): readonly [string, ResponseRow] => {
    const key = /^\d{3}$/.test(status) ? status : quoted(status)
    const content: Content = operation.responses[status]?.content ?? {}
    const bodies = Object.entries(content).map(([mediaType, media]) => {
      const own = `${type}["responses"][${key}]["content"][${quoted(mediaType)}]`
      return readType(mediaType, namedType(media, names) ?? own)
    })
    const none = hasNoBody(status) ? 'undefined' : 'unknown'
    const isEmpty = !hasContent || hasNoBody(status)
    const response = {
      status: key,
      body: isEmpty ? none : [...new Set(bodies)].join(' | '),
      // A response that only `default` describes may be a success.
      ok: status === 'default' && !hasSuccess ? 'boolean' : String(isSuccess(status)),
    }
    return [isEmpty ? none : shapeOf(content), response]
  })
  return grouped(responses)
}

/** The bodies that an operation accepts, by media type. */
export function bodiesOf({ requestBody }: Operation, type: string, names: TypeNames): BodyRow[] {
  if (!requestBody) return []
  const own = requestBody.required ? `${type}["requestBody"]` : `NonNullable<${type}["requestBody"]>`
  const mediaTypes = Object.keys(requestBody.content)
  return Object.entries(requestBody.content).map(([mediaType, media]) => ({
    type: writtenType(
      mediaType,
      (names.requests.has(componentOf(media) ?? '') ? undefined : namedType(media, names)) ??
        `${own}["content"][${quoted(mediaType)}]`,
    ),
    mediaType: mediaType.includes('*') ? 'string' : quoted(mediaType),
    // May be omitted if it is the only one, or the default: JSON.
    isMediaTypeOptional: mediaTypes.length === 1 || mediaTypeOf(mediaType) === 'application/json',
  }))
}

// OpenAPI ignores parameters of these names, in favour of media types and security.
const isLeftOpen = ({ name }: Parameter): boolean =>
  ['accept', 'authorization', 'content-type'].includes(name.toLowerCase())

const unionOf = (parameters: readonly Parameter[]): string =>
  parameters.map(({ name }) => quoted(name)).join(' | ')

const headersOf = (headers: readonly Parameter[], type: string): string => {
  const all = `NonNullable<${type}["parameters"]["header"]>`
  const open = headers.filter(isLeftOpen)
  const others = headers.filter((header) => !isLeftOpen(header))
  return [
    ...(others.length > 0 ? [`Pick<${all}, ${unionOf(others)}>`] : []),
    ...(open.length > 0 ? [`Partial<Pick<${all}, ${unionOf(open)}>>`] : []),
  ].join(' & ')
}

const isOwed = (parameter: Parameter): boolean =>
  parameter.required && !(parameter.in === 'header' && isLeftOpen(parameter))

/** The parameters that callers provide, by location: all except those that the client sends itself. */
export function parametersOf({ parameters }: Operation, managed: ReadonlySet<string>, type: string) {
  const given = parameters.filter(({ in: location, name }) => location !== 'header' || !managed.has(name))
  return (['path', 'query', 'header', 'cookie'] as const).flatMap((location): MemberRow[] => {
    const own = given.filter((parameter) => parameter.in === location)
    if (own.length === 0) return []
    const name = requestLocations[location]
    const isOptional = !own.some(isOwed)
    const plain = `${type}["parameters"][${quoted(location)}]`
    const ready = isOptional ? `NonNullable<${plain}>` : plain
    const members = location === 'header' ? headersOf(own, type) : ready
    return [{ name, type: members, isOptional, isReadonly: true, comment: [] }]
  })
}

/** Whether callers may give an idempotency key. */
export function takesKey({ parameters }: Operation): boolean {
  return parameters.some(isIdempotencyKey)
}

import { componentName, hasNoContent, isJsonType, mediaTypeOf } from '../../document/index.js'
import type { MediaTypeObject, Operation, Parameter } from '../../runtime/surface.js'
import { isIdempotencyKey } from '../build/operations.js'
import type { DocumentModel, OperationNames } from '../model/document.js'
import { memberName, paragraphsOf } from '../types/declarations.js'
import {
  type ClientView,
  clientView,
  helpersOf,
  knownErrors,
  requestLocations,
  type SchemeData,
  statusesOf,
} from './client-operation.js'
import {
  commentLine,
  commentLines,
  documentComment,
  groupedByTag,
  renderModule,
  rowsOf,
  tagsByKey,
  unionOf,
} from './module.js'
import type {
  BodyRow,
  ClientValues,
  ContentOf,
  FunctionRow,
  MemberRow,
  ResponseRow,
  SchemeRow,
} from './template-model.js'
import type { Templates } from './templates.js'

// Client types refer to document types by indexed access, so that the compiler only resolves those that are used.

type Content = Readonly<Record<string, MediaTypeObject>>

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

/** Names of the types of operations in the modules of their version. */
interface TypeNames {
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
    const key = /^\d{3}$/.test(status) ? status : JSON.stringify(status)
    const content: Content = operation.responses[status]?.content ?? {}
    const bodies = Object.entries(content).map(([mediaType, media]) => {
      const own = `${type}["responses"][${key}]["content"][${JSON.stringify(mediaType)}]`
      return readType(mediaType, namedType(media, names) ?? own)
    })
    const none = hasNoContent(status) ? 'undefined' : 'unknown'
    const isEmpty = !hasContent || hasNoContent(status)
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
const bodiesOf = ({ requestBody }: Operation, type: string, names: TypeNames): BodyRow[] => {
  if (!requestBody) return []
  const own = requestBody.required ? `${type}["requestBody"]` : `NonNullable<${type}["requestBody"]>`
  const mediaTypes = Object.keys(requestBody.content)
  return Object.entries(requestBody.content).map(([mediaType, media]) => ({
    type: writtenType(
      mediaType,
      (names.requests.has(componentOf(media) ?? '') ? undefined : namedType(media, names)) ??
        `${own}["content"][${JSON.stringify(mediaType)}]`,
    ),
    mediaType: mediaType.includes('*') ? 'string' : JSON.stringify(mediaType),
    // May be omitted if it is the only one, or the default: JSON.
    isMediaTypeOptional: mediaTypes.length === 1 || mediaTypeOf(mediaType) === 'application/json',
  }))
}

// OpenAPI ignores parameters of these names, in favour of media types and security.
const isLeftOpen = ({ name }: Parameter): boolean =>
  ['accept', 'authorization', 'content-type'].includes(name.toLowerCase())

const unionOfNames = (parameters: readonly Parameter[]): string => unionOf(parameters.map(({ name }) => name))

const headersOf = (headers: readonly Parameter[], type: string): string => {
  const all = `NonNullable<${type}["parameters"]["header"]>`
  const open = headers.filter(isLeftOpen)
  const others = headers.filter((header) => !isLeftOpen(header))
  return [
    ...(others.length > 0 ? [`Pick<${all}, ${unionOfNames(others)}>`] : []),
    ...(open.length > 0 ? [`Partial<Pick<${all}, ${unionOfNames(open)}>>`] : []),
  ].join(' & ')
}

const isOwed = (parameter: Parameter): boolean =>
  parameter.required && !(parameter.in === 'header' && isLeftOpen(parameter))

/** The parameters that callers provide, by location: all except those that the client sends itself. */
const parametersOf = ({ parameters }: Operation, managed: ReadonlySet<string>, type: string) => {
  const given = parameters.filter(({ in: location, name }) => location !== 'header' || !managed.has(name))
  return (['path', 'query', 'header', 'cookie'] as const).flatMap((location): MemberRow[] => {
    const own = given.filter((parameter) => parameter.in === location)
    if (own.length === 0) return []
    const name = requestLocations[location]
    const isOptional = !own.some(isOwed)
    const plain = `${type}["parameters"][${JSON.stringify(location)}]`
    const ready = isOptional ? `NonNullable<${plain}>` : plain
    const members = location === 'header' ? headersOf(own, type) : ready
    return [{ name, type: members, isOptional, isReadonly: true, comment: [] }]
  })
}

/** Whether callers may give an idempotency key. */
const takesKey = ({ parameters }: Operation): boolean => parameters.some(isIdempotencyKey)

/** Computes the function of one operation: its description for the client, its types, and its comment; its tags are added. */
const functionRow = (
  id: string,
  operation: Operation,
  names: OperationNames,
  { documentation }: DocumentModel,
  { operations, managed }: ClientView,
  typeNames: TypeNames,
): Omit<FunctionRow, 'tags'> => {
  const documented = documentation.get(id) ?? {}
  const type = `operations[${JSON.stringify(id)}]`
  const data = operations[id]
  const helpers = data ? helpersOf(data).map((key) => ({ key, value: `runtime.${key}` })) : []
  const parameters = parametersOf(operation, managed, type)
  const bodies = bodiesOf(operation, type, typeNames)
  const isBodyOptional = operation.requestBody?.required !== true
  return {
    name: names.function,
    type: names.type,
    id: JSON.stringify(id),
    key: memberName(id),
    prose: paragraphsOf(commentLines(documented.summary), commentLines(documented.description)),
    endpoint: commentLine(`${operation.method.toUpperCase()} ${operation.path}`).replaceAll('`', "'"),
    bodyNote: commentLine(documented.body ?? ''),
    link: commentLine(documented.link ?? ''),
    isDeprecated: operation.deprecated,
    fields: [...rowsOf(data ?? {}), ...helpers],
    parameters,
    body: bodies.length === 1 ? bodies[0] : undefined,
    bodies: bodies.length > 1 ? bodies : [],
    isBodyOptional,
    takesKey: takesKey(operation),
    isRequestOptional: isBodyOptional && parameters.every(({ isOptional }) => isOptional),
    responses: responsesOf(operation, type, typeNames),
  }
}

const schemeRow = ([name, { isBase64, ...scheme }]: [string, SchemeData]): SchemeRow => ({
  key: memberName(name),
  fields: [...rowsOf(scheme), ...(isBase64 ? [{ key: 'encode', value: 'runtime.base64' }] : [])],
})

/** The interfaces of `types.d.ts` that the types of functions refer to. */
export function importsOf(functions: readonly FunctionRow[], others: readonly (string | undefined)[]) {
  const types = functions.flatMap(({ parameters, body, bodies, responses }) => [
    ...[...parameters, ...bodies, ...(body ? [body] : [])].map(({ type }) => type),
    ...responses.map(({ body: type }) => type),
  ])
  const isUsed = (name: string): boolean => [...types, ...others].some((type) => type?.includes(`${name}[`))
  return {
    imports: ['components', 'operations', 'paths'].filter(isUsed).join(', '),
    usesSchemas: types.some((type) => type.includes('schemas.')),
  }
}

/** Adds the functions of each tag to the values of a client. */
export function withTags(values: Omit<ClientValues, 'tags'>, { tags }: DocumentModel): ClientValues {
  const groups = groupedByTag(tags, values.functions)
  return { ...values, tags: groups.map(([tag, functions]) => Object.assign(tag, { functions })) }
}

type Untagged = Omit<ContentOf<ClientValues>, 'tags'>

/** Computes the template values of a client, without its tags. */
export function clientValues(model: DocumentModel, requests: ReadonlySet<string>): Untagged {
  const view = clientView(model)
  const errors = knownErrors(model)
  const tags = tagsByKey(model.tags)
  const functions = Object.entries(model.operations).flatMap(([id, operation]) => {
    const names = model.names.operations.get(id)
    const typeNames = { schemas: model.names.schemas, requests }
    if (!names) return []
    const row = functionRow(id, operation, names, model, view, typeNames)
    return [{ ...row, tags: tags.get(memberName(id)) ?? [] }]
  })
  return {
    version: JSON.stringify(model.name),
    comment: documentComment(model),
    service: rowsOf(view.service),
    schemes: Object.entries(view.schemes).map(schemeRow),
    schemeNames: unionOf(Object.keys(view.schemes)),
    needsBaseUrl: view.service.server === undefined,
    wantsVersion: view.wantsVersion,
    functions,
    ...importsOf(functions, [errors.versionError, errors.errors]),
    ...errors,
  }
}

/** Prints the client; `requests` names the schemas that differ between requests and responses. */
export function renderClient(model: DocumentModel, requests: ReadonlySet<string>, templates: Templates) {
  return renderModule({
    name: 'client',
    values: clientValues(model, requests),
    lists: ['functions'],
    print: (rows) => {
      const values = withTags(rows, model)
      return {
        '.js': templates.render('client.js', values),
        '.d.ts': templates.render('client.d.ts', values),
      }
    },
  })
}

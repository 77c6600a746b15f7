import type { MediaTypeObject, Operation, Parameter } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/fail.js'
import {
  acceptsNone,
  endOfReferences,
  entriesOf,
  followed,
  member,
  once,
  resolvePointer,
} from '../../document/index.js'
import type { Api } from '../model/case.js'
import { bodyKind, type BodyKind } from '../requests/media-types.js'
import { canSend, ignoredHeaders } from '../requests/writable.js'
import { relativePath } from '../requests/write-request.js'
import { undeclaredParameter } from '../requests/parameters.js'
import { parametersIn } from '../resources/paths.js'
import type { BodyInput, ParameterInput } from './inputs.js'

export interface OperationFacts {
  readonly operation: Operation
  readonly parameters: readonly ParameterInput[]
  /** Media types of the body, JSON first; empty where no body is sent. */
  readonly bodies: readonly BodyInput[]
  readonly isBodyRequired: boolean
  /** The reason why no valid request can be made; undefined where one may be. */
  readonly obstacle?: string
}

const isIgnored = ({ name, in: location, required }: Parameter): boolean => {
  const lower = name.toLowerCase()
  // A service that requires Authorization would refuse every request without it.
  return location === 'header' && ignoredHeaders.has(lower) && !(lower === 'authorization' && required)
}

const isCredential = ({ name, in: location }: Parameter, { surface }: Api): boolean =>
  (location === 'header' && name.toLowerCase() === 'authorization') ||
  Object.values(surface.securitySchemes).some(
    (scheme) =>
      scheme.type === 'apiKey' && scheme.in === location && scheme.name?.toLowerCase() === name.toLowerCase(),
  )

/** The parameters to send; those of the path as its template has them, declared or not. */
const sentParameters = (api: Api, operation: Operation): Parameter[] => {
  const ordered = parametersIn(relativePath(api, operation))
  const names = new Set(ordered)
  const declared = operation.parameters.filter(
    (one) => (one.in === 'path' ? names.has(one.name) : !isIgnored(one)) && (canSend(one) || one.required),
  )
  const known = new Set(declared.filter((one) => one.in === 'path').map(({ name }) => name))
  const missing = [...names].filter((name) => !known.has(name))
  const all = [
    ...missing.map((name) => Object.assign(undeclaredParameter(name, 'path'), { required: true })),
    ...declared,
  ]
  // Path parameters first, from left to right, because the values of the right ones depend on the left ones.
  const rank = ({ name, in: location }: Parameter): number =>
    location === 'path' ? ordered.indexOf(name) : ordered.length
  return all.toSorted((a, b) => rank(a) - rank(b))
}

const loaded = async (api: Api, name: string | undefined): Promise<{ readonly validator?: Validator }> =>
  name === undefined ? {} : { validator: await api.surface.validator(name) }

const parameterInput = async (api: Api, parameter: Parameter): Promise<ParameterInput> => {
  const [content] = Object.values(parameter.content ?? {})
  const { schema = true, validator, pointer } = content ?? parameter
  const single = 'example' in parameter ? [parameter.example] : []
  const named = entriesOf(member(resolvePointer(api.document, parameter.pointer), 'examples'))
    .map(([, example]) => member(followed(api.document, example), 'value'))
    .filter((value) => value !== undefined)
  return {
    parameter,
    schema,
    pointer: `${pointer}/schema`,
    ...(await loaded(api, validator)),
    examples: [...single, ...named, ...Object.values(content?.examples ?? {})],
    isOpaque: isCredential(parameter, api) || (schema === true && content === undefined),
  }
}

const bodyInput = async (api: Api, mediaType: string, content: MediaTypeObject): Promise<BodyInput> => {
  const { schema = true, pointer, validator, examples } = content
  const end = endOfReferences(schema, api.surface.schemas)
  const named = typeof end === 'object' ? end : {}
  // The examples of the media type override those of the schema.
  const own = [named.example, ...(named.examples ?? [])].filter((value) => value !== undefined)
  return {
    mediaType,
    kind: bodyKind(mediaType),
    isRaw: /\*|yaml/i.test(mediaType) || named.format === 'binary',
    schema,
    pointer: `${pointer}/schema`,
    ...(await loaded(api, validator)),
    examples: examples ? Object.values(examples) : own,
  }
}

/** HTTP gives the body no meaning for these methods, so one is sent only where the document requires it. */
const bodiless: ReadonlySet<string> = new Set(['get', 'head', 'trace'])

const order: readonly BodyKind[] = ['json', 'form', 'multipart', 'lines', 'text', 'xml']

const obstacleIn = (parameters: readonly Parameter[], bodies: readonly BodyInput[]): string | undefined => {
  const unsendable = parameters.find((one) => !canSend(one))
  if (unsendable)
    return `the ${unsendable.in} parameter "${unsendable.name}" is required, and has a name that cannot be sent`
  const only = bodies.length > 0 && bodies.every(({ schema }) => acceptsNone(schema))
  return only ? 'no value satisfies the schema of the body' : undefined
}

const read = async (api: Api, operation: Operation): Promise<OperationFacts> => {
  const parameters = sentParameters(api, operation)
  const { requestBody } = operation
  const isBodyRequired = requestBody?.required === true
  const content = bodiless.has(operation.method) && !isBodyRequired ? {} : (requestBody?.content ?? {})
  const bodies = await Promise.all(
    Object.entries(content).map(([mediaType, one]) => bodyInput(api, mediaType, one)),
  )
  const obstacle = obstacleIn(parameters, bodies)
  return {
    operation,
    parameters: await Promise.all(parameters.map((one) => parameterInput(api, one))),
    bodies: bodies.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind)),
    isBodyRequired: isBodyRequired && bodies.length > 0,
    ...(obstacle !== undefined && { obstacle }),
  }
}

const factsIn = once((api: Api) => once((operation: Operation) => read(api, operation)))

/** The facts of an operation, with its validators loaded. Cached for each API and operation. */
export function factsOf(api: Api, operation: Operation): Promise<OperationFacts> {
  return factsIn(api)(operation)
}

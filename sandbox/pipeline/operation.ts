import type { Operation, RequestBody, Surface } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/validator.js'
import { describeViolation, type ReadyParameter, readyParameter } from './parameters.js'

/** The generated code of a document, or a function that loads it on the first request of its version. */
export type SurfaceSource = Surface | (() => Promise<Surface>)

/** One operation of one version with its validators loaded. */
export interface ReadyOperation {
  readonly operation: Operation
  readonly parameters: readonly ReadyParameter[]
  readonly body?: { readonly required: boolean; readonly validate: Validator | undefined }
  /** Whether requests may have an idempotency key (Idempotency). */
  readonly idempotent: boolean
}

/** Headers that the pipeline reads itself: validated as parameters, valid requests would be refused. */
const readElsewhere = new Set(['x-api-version', 'idempotency-key'])

const jsonType = /^application\/json\b/

const validatorOf = async (surface: Surface, name: string | undefined): Promise<Validator | undefined> =>
  name === undefined ? undefined : surface.validator(name)

const readyBody = async (
  surface: Surface,
  body: RequestBody,
): Promise<NonNullable<ReadyOperation['body']>> => {
  const entry = Object.entries(body.content).find(([mediaType]) => jsonType.test(mediaType))
  return { required: body.required, validate: await validatorOf(surface, entry?.[1].validator) }
}

const prepare = async (surface: Surface, operation: Operation): Promise<ReadyOperation> => {
  const read = operation.parameters.filter(({ name }) => !readElsewhere.has(name.toLowerCase()))
  const parameters = await Promise.all(
    read.map(async (parameter) =>
      readyParameter(parameter, surface.schemas, await validatorOf(surface, parameter.validator)),
    ),
  )
  const takesKey = operation.parameters.some(({ name }) => name.toLowerCase() === 'idempotency-key')
  const idempotent = takesKey || operation.method === 'post'
  const ready = { operation, parameters, idempotent }
  return operation.requestBody === undefined
    ? ready
    : { ...ready, body: await readyBody(surface, operation.requestBody) }
}

/**
 * Finds an operation in a version's document; `undefined` if the document has none of that name. Its validators are
 * loaded on first use and cached.
 */
export type Operations = (
  version: string,
  operationId: string,
) => ReadyOperation | Promise<ReadyOperation | undefined>

/** The operations of every version, prepared on first use. */
export function createOperations(surfaces: ReadonlyMap<string, SurfaceSource>): Operations {
  const ready = new Map([...surfaces.keys()].map((version) => [version, new Map<string, ReadyOperation>()]))
  const load = async (version: string, operationId: string): Promise<ReadyOperation | undefined> => {
    const source = surfaces.get(version)
    const surface = typeof source === 'function' ? await source() : source
    const operation = surface?.operations[operationId]
    if (surface === undefined || operation === undefined) return undefined
    const prepared = await prepare(surface, operation)
    ready.get(version)?.set(operationId, prepared)
    return prepared
  }
  return (version, operationId) => ready.get(version)?.get(operationId) ?? load(version, operationId)
}

/** The violation of the document by a request body; `undefined` if it is valid. */
export function violationOf({ body }: ReadyOperation, value: unknown): string | undefined {
  if (body === undefined) return undefined
  if (value === undefined) return body.required ? 'the request body is required' : undefined
  return body.validate === undefined || body.validate(value)
    ? undefined
    : `request body ${describeViolation(body.validate.errors)}`
}

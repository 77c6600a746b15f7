import type { Operation, Parameter } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import type { CoveragePoint } from '../../document/values/index.js'
import { canSend } from '../requests/index.js'
import { schemaPoints } from '../../document/values/index.js'

/** The point that a parameter was sent, or was left out. */
export function parameterPoint({ name, in: location }: Parameter, isPresent: boolean): CoveragePoint {
  return `parameter ${location} ${name}${isPresent ? '' : ' absent'}`
}

/** The point that a body was sent in a media type, or that none was sent. */
export function bodyPoint(mediaType?: string): CoveragePoint {
  return mediaType === undefined ? 'parameter body absent' : `parameter body ${mediaType}`
}

const ignoredHeaders = new Set(['accept', 'content-type', 'authorization'])

const isSent = (parameter: Parameter): boolean =>
  canSend(parameter) && (parameter.in !== 'header' || !ignoredHeaders.has(parameter.name.toLowerCase()))

const most = 5_000

/**
 * Every point that the cases of an operation can reach: its parameters, sent and left out, its media types, and the
 * enumerated values, branches and properties of their schemas.
 * @param seen schemas that were walked already, and are skipped
 */
export function operationPoints(
  operation: Operation,
  { surface: { schemas } }: Api,
  seen: Set<unknown> = new Set(),
): CoveragePoint[] {
  const points = new Set<CoveragePoint>()
  const add = (schema: Parameter['schema'], pointer: string): void => {
    if (schema === undefined) return
    const source = { schemas, pointer: `${pointer}/schema`, direction: 'request' } as const
    for (const point of schemaPoints(schema, source, seen)) {
      if (points.size >= most) return
      points.add(point)
    }
  }
  for (const parameter of operation.parameters.filter(isSent)) {
    points.add(parameterPoint(parameter, true))
    if (!parameter.required) points.add(parameterPoint(parameter, false))
    const [content = parameter] = Object.values(parameter.content ?? {})
    add(content.schema, content.pointer)
  }
  const { requestBody } = operation
  if (requestBody && !requestBody.required) points.add(bodyPoint())
  for (const [mediaType, content] of Object.entries(requestBody?.content ?? {})) {
    points.add(bodyPoint(mediaType))
    add(content.schema, content.pointer)
  }
  return [...points]
}

import { member } from '../../document/index.js'
import {
  type CoveragePoint,
  reachedPoints,
  schemaPoints,
  type ValueSource,
} from '../../document/values/index.js'
import type { JsonSchema, Operation, Parameter } from '../../runtime/surface.js'
import type { Api, Call } from '../model/case.js'
import { canSend } from '../requests/index.js'

/** The point that a parameter was sent, or was left out. */
const parameterPoint = ({ name, in: location }: Parameter, isPresent: boolean): CoveragePoint =>
  `parameter ${location} ${name}${isPresent ? '' : ' absent'}`

/** The point that a body was sent in a media type, or that none was sent. */
const bodyPoint = (mediaType?: string): CoveragePoint =>
  mediaType === undefined ? 'parameter body absent' : `parameter body ${mediaType}`

/** A parameter, its content or a body: where its schema stands. */
interface Described {
  readonly schema?: JsonSchema
  readonly pointer: string
}

const describedIn = (parameter: Parameter): Described =>
  Object.values(parameter.content ?? {})[0] ?? parameter

const sourceOf = ({ surface: { schemas } }: Api, { pointer }: Described): ValueSource => ({
  schemas,
  pointer: `${pointer}/schema`,
  direction: 'request',
})

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
  api: Api,
  seen: Set<unknown> = new Set(),
): CoveragePoint[] {
  const points = new Set<CoveragePoint>()
  const add = (described: Described): void => {
    for (const point of schemaPoints(described.schema, sourceOf(api, described), seen)) {
      if (points.size >= most) return
      points.add(point)
    }
  }
  for (const parameter of operation.parameters.filter(isSent)) {
    points.add(parameterPoint(parameter, true))
    if (!parameter.required) points.add(parameterPoint(parameter, false))
    add(describedIn(parameter))
  }
  const { requestBody } = operation
  if (requestBody && !requestBody.required) points.add(bodyPoint())
  for (const [mediaType, content] of Object.entries(requestBody?.content ?? {})) {
    points.add(bodyPoint(mediaType))
    add(content)
  }
  return [...points]
}

/** The points that a call reaches, of those that the cases of its operation can reach. */
export function pointsReached({ operation, body, ...call }: Call, api: Api): readonly CoveragePoint[] {
  const reachedIn = (value: unknown, described: Described): readonly CoveragePoint[] =>
    value === undefined ? [] : reachedPoints(value, described.schema, sourceOf(api, described))
  const points = operation.parameters.filter(isSent).flatMap((parameter) => {
    const value = member(call[parameter.in], parameter.name)
    return reachedIn(value, describedIn(parameter)).concat(parameterPoint(parameter, value !== undefined))
  })
  const { requestBody } = operation
  if (!body) return requestBody?.required === false ? [...points, bodyPoint()] : points
  const content = requestBody?.content[body.mediaType]
  return content ? [...points, bodyPoint(body.mediaType), ...reachedIn(body.value, content)] : points
}

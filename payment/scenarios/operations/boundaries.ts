import type { JsonSchemaObject } from '../../../runtime/json-schema.js'
import type { Operation, Parameter } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { hasOwnRules } from './breaks.js'
import { routeOf } from './operation-name.js'
import { subschemasOf } from './schema-at.js'
import { readingsOf } from '../../../conformance/cases/readings.js'
import { parameterValidator } from './wire.js'

/** A value at a limit that a document sets, and its neighbour inside. Both are allowed. */
export interface Boundary {
  readonly name: string
  readonly limit: string
  readonly at: string
  readonly inside: string
}

const longest = 1_000

const ofText = ({ minLength = 0, maxLength }: JsonSchemaObject): readonly Omit<Boundary, 'name'>[] =>
  maxLength === undefined || maxLength > longest || maxLength <= minLength
    ? []
    : [{ limit: `${maxLength} characters`, at: 'a'.repeat(maxLength), inside: 'a'.repeat(maxLength - 1) }]

const ofNumber = ({ minimum, maximum }: JsonSchemaObject): readonly Omit<Boundary, 'name'>[] => [
  ...(maximum === undefined || !Number.isSafeInteger(maximum)
    ? []
    : [{ limit: `the maximum of ${maximum}`, at: String(maximum), inside: String(maximum - 1) }]),
  // Nought is the limit of unsigned types, and often no more than that.
  ...(minimum === undefined || minimum === 0 || !Number.isSafeInteger(minimum)
    ? []
    : [{ limit: `the minimum of ${minimum}`, at: String(minimum), inside: String(minimum + 1) }]),
]

const ofSchema = (schema: JsonSchemaObject): readonly Omit<Boundary, 'name'>[] => {
  const types = new Set([schema.type ?? []].flat())
  if (types.has('integer')) return ofNumber(schema)
  return types.has('string') && schema.format === undefined && schema.enum === undefined ? ofText(schema) : []
}

const ofParameter = async (context: ScenarioContext, parameter: Parameter): Promise<readonly Boundary[]> => {
  const validator = await parameterValidator(context, parameter)
  if (!validator) return []
  const allows = (text: string): boolean => readingsOf(text).some((reading) => validator(reading))
  return subschemasOf(parameter.schema, context.under.surface.schemas)
    .flatMap(ofSchema)
    .filter(({ at, inside }) => allows(at) && allows(inside))
    .map(({ limit, at, inside }) => ({ name: parameter.name, limit, at, inside }))
}

/** The limits of an operation's query parameters. */
export async function boundariesOf(
  context: ScenarioContext,
  operation: Operation,
): Promise<readonly Boundary[]> {
  if (hasOwnRules(routeOf(context, operation))) return []
  const parameters = operation.parameters.filter(
    ({ in: location, content }) => location === 'query' && content === undefined,
  )
  return (await Promise.all(parameters.map((parameter) => ofParameter(context, parameter)))).flat()
}

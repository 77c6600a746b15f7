import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import type { ParameterLocation, ParameterValues } from '../model/call.js'

/** What cases ask of the pool of ids. */
export interface ValuePool {
  /** Values that a parameter is likely to know, best first. */
  valuesFor(
    operation: Operation,
    parameter: { readonly name: string; readonly in: ParameterLocation; readonly schema?: JsonSchema },
    /** Values of the path that are settled: others are of things below them. */
    question?: { readonly given?: ParameterValues },
  ): readonly unknown[]
  /** Values that a member of a body is likely to know, best first. */
  memberValues(name: string, schema: JsonSchemaObject): readonly unknown[]
}

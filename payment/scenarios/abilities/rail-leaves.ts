import type { JsonSchema } from '../../../runtime/json-schema.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { listedValues, shapesOf } from '../../schema/document-shape.js'

const deepest = 4

/** Pointers to the members below a schema that list statuses of rails. */
const below = (
  context: ScenarioContext,
  schema: JsonSchema,
  at: string,
  isStatus: (one: unknown) => boolean,
) => {
  const { schemas } = context.under.surface
  const shapes = shapesOf(schema, schemas)
  if ([...(listedValues(shapes) ?? [])].some(isStatus)) return [at]
  if (at.split('/').length > deepest) return []
  return shapes.flatMap(({ properties }): string[] =>
    [...properties].flatMap(([name, schemas]) =>
      schemas.flatMap((schema) => below(context, schema, `${at}/${name}`, isStatus)),
    ),
  )
}

/** Pointers into the abilities of a customer to where the document has the status of a rail. */
export function railPointers(
  context: ScenarioContext,
  isStatus: (one: unknown) => boolean,
): ReadonlySet<string> {
  const operation = context.operation('get', '/customers/{}/abilities')
  const content = Object.values(operation.responses['200']?.content ?? {})
  return new Set(content.flatMap(({ schema }) => below(context, schema ?? true, '', isStatus)))
}

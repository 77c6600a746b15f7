import { tableOf } from '../support/tables.js'
import { documentAround } from './judges.js'

const { components, schemas } = tableOf<{
  readonly components: Readonly<Record<string, object>>
  readonly schemas: readonly unknown[]
}>('alike')

const named = /"#\/components\/schemas\/(\w+)"/g

const withOthers = (schema: unknown): object => {
  const found: Record<string, unknown> = {}
  const take = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(named)) {
      if (name in found) continue
      found[name] = components[name]
      take(found[name])
    }
  }
  take(schema)
  return found
}

/** Small documents that together hold every keyword, in both dialects. */
export const corpus: readonly object[] = ['3.0.3', '3.1.0'].flatMap((openapi) =>
  schemas.flatMap((schema) => [
    documentAround(schema, withOthers(schema), openapi),
    documentAround({ type: 'object', properties: { a: schema } }, withOthers(schema), openapi),
  ]),
)

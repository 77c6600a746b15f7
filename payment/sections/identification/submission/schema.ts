import type { VersionUnderTest } from '../../../../conformance/session/version-under-test.js'
import { once, type Schemas } from '../../../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../../../runtime/surface.js'
import { listedIn, shapesIn, submissionBody } from '../../../documents/view.js'
import { nodesBelow } from '../../../schema/document-shape.js'

/** The kinds of a submission that a schema lists, in any branch of a union. */
export function kindsIn(under: VersionUnderTest, schema: JsonSchema | undefined): readonly unknown[] {
  const tags = shapesIn(under, schema).flatMap(({ properties }) =>
    ['type', 'kind'].flatMap((name) => properties.get(name) ?? []),
  )
  return tags.flatMap((tag) => listedIn(under, tag))
}

const namesBySchema = once((schemas: Schemas) =>
  once((schema: JsonSchemaObject) => {
    const below = [...nodesBelow(schema, schemas)]
    return new Set(below.flatMap(({ properties = {} }) => Object.keys(properties)))
  }),
)

/** Names of all members at any depth below a schema. */
export function namesBelow({ surface }: VersionUnderTest, schema: JsonSchemaObject): ReadonlySet<string> {
  return namesBySchema(surface.schemas)(schema)
}

/** The texts that the document of a version lists for a member of submissions; empty where it lists none. */
export function listedTexts(under: VersionUnderTest, name: RegExp): readonly string[] {
  const below = [...nodesBelow(submissionBody(under), under.surface.schemas)]
  const members = below.flatMap(({ properties = {} }) => Object.entries(properties))
  const listed = members.flatMap(([key, member]) => (name.test(key) ? listedIn(under, member) : []))
  return [...new Set(listed)].filter((one) => typeof one === 'string')
}

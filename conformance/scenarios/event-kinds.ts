import type { JsonSchema } from '../../runtime/json-schema.js'
import type { Scenario } from '../engine/context.js'
import { NotApplicable } from '../engine/outcome.js'
import { dig, isObject } from './reading.js'
import { followReferences } from './schema-shape.js'
import { eventKinds, topicOf } from './spec-messages.js'

/** Topics that endpoints subscribe to; ping is always on, so that it need not be one. */
const topics = eventKinds.filter((kind) => kind !== 'ping').map(topicOf)

/** The texts that a schema of a document lists, or tells its values apart by. */
const textsOf = (schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): ReadonlySet<unknown> => {
  if (typeof schema !== 'object') return new Set()
  const tag = followReferences(schema.properties?.['type'], schemas)
  const mapping = dig(schema['discriminator'], 'mapping')
  const tags = typeof tag === 'object' ? (tag.enum ?? []) : []
  return new Set([...(schema.enum ?? []), ...tags, ...Object.keys(isObject(mapping) ? mapping : {})])
}

// A list of some events, for instance of the general ones alone, is not the list of all.
const isMeant = (texts: ReadonlySet<unknown>, due: readonly string[]): boolean =>
  due.filter((one) => texts.has(one)).length > due.length / 2

const listed: Scenario = async (context) => {
  const { schemas } = context.under.surface
  let seen = 0
  for (const [name, schema] of Object.entries(schemas)) {
    const texts = textsOf(schema, schemas)
    for (const [what, due] of [
      ['event kind', eventKinds],
      ['topic', topics],
    ] as const) {
      if (!isMeant(texts, due)) continue
      seen++
      for (const one of due) {
        const message = `there is the ${what} ${one}; the document lacks it in ${name}`
        context.expect(texts.has(one), message, undefined, `#/components/schemas/${name}`)
      }
    }
  }
  if (seen === 0) throw new NotApplicable('the document lists no event kinds and no topics')
}

/** Events, event kinds: what the documents list of them. */
export const eventKindScenarios: Readonly<Record<string, Scenario>> = {
  'enumerations/event-kinds': listed,
}

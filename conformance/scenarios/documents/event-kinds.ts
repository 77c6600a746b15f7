import type { JsonSchema } from '../../../runtime/json-schema.js'
import { listedValues } from '../document-shape.js'
import { eventKinds, topicOf } from '../spec-messages.js'
import { contradicts, type Difference, type DocumentView, type Judge, lacks, shapesIn } from './view.js'

/** Topics that endpoints subscribe to; ping is always on, so that it need not be one. */
const topics = eventKinds.filter((kind) => kind !== 'ping').map(topicOf)

/** The texts that a schema lists, or tells its values apart by. */
const textsOf = (view: DocumentView, schema: JsonSchema): ReadonlySet<unknown> => {
  const shapes = shapesIn(view, schema)
  const tags = shapes
    .flatMap(({ properties }) => properties.get('type') ?? [])
    .flatMap((tag) => [...(listedValues(shapesIn(view, tag)) ?? [])])
  const mapped = shapes.flatMap((shape) => [...(shape.mapped.get('type') ?? [])])
  return new Set([...(listedValues(shapes) ?? []), ...tags, ...mapped])
}

// A list of some events, for instance of the general ones alone, is not the list of all.
const isMeant = (texts: ReadonlySet<unknown>, due: readonly string[]): boolean =>
  due.filter((one) => texts.has(one)).length > due.length / 2

const lists = (view: DocumentView): readonly (readonly [string, ReadonlySet<unknown>, string])[] => {
  const { schemas, webhooks } = view.surface
  const named = new Set(Object.values(webhooks).map(({ path }) => path))
  return [
    ['the webhooks', named, '#/webhooks'],
    ...Object.entries(schemas).map(
      ([name, schema]) => [name, textsOf(view, schema), `#/components/schemas/${name}`] as const,
    ),
  ]
}

/** Events, event kinds: what a document lists of delivered types, and of topics. */
export const eventKindJudge: Judge = (view) => {
  const found: Difference[][] = []
  for (const [name, texts, pointer] of lists(view)) {
    for (const [what, due] of [['event kind', eventKinds], ['topic', topics]] as const) {
      if (!isMeant(texts, due)) continue
      const added = [...texts].filter((text) => !due.some((one) => one === text) && text !== 'Ping')
      found.push([
        ...due
          .filter((one) => !texts.has(one))
          .map((one) => contradicts(`there is the ${what} ${one}; the document lacks it in ${name}`, pointer)),
        ...added.map((one) => lacks(`there is no ${what} ${String(one)}; the document lists it in ${name}`, pointer)),
      ])
    }
  }
  return found.length === 0 ? undefined : found.flat()
}

import { eventKinds } from '../../conformance/exchange/delivery.js'
import { nameOf } from '../../conformance/model/case.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import { discriminatorIn, endOfReferences, type Schemas, walk } from '../../document/index.js'
import { topicOf } from '../tables/messages.js'
import { contradicts, type Differences, type DocumentView, jsonIn, type Judge, lacks } from './view.js'

/** Topics of subscriptions; ping is always on, so it may be missing. */
const topics = eventKinds.filter((kind) => kind !== 'ping').map(topicOf)

const deepest = 3

/** The texts that a schema lists or discriminates by, including those of unions, without members. */
const textsOf = (schema: JsonSchema | undefined, schemas: Schemas, depth = 0): readonly unknown[] => {
  const node = endOfReferences(schema, schemas)
  if (typeof node !== 'object' || depth > deepest) return []
  const { type: tag } = node.properties ?? {}
  const branches = [...(node.allOf ?? []), ...(node.oneOf ?? []), ...(node.anyOf ?? [])]
  return [
    ...(node.enum ?? ('const' in node ? [node.const] : [])),
    ...(tag === undefined ? [] : textsOf(tag, schemas, depth + 1)),
    ...branches.flatMap((branch) => textsOf(branch, schemas, depth + 1)),
  ]
}

// A list of at most half of the events, such as the general ones, is not meant to be complete.
const isMeant = (texts: ReadonlySet<unknown>, due: readonly string[]): boolean =>
  due.filter((one) => texts.has(one)).length > due.length / 2

/** Texts that a document lists: their holder, and its pointer. */
type List = readonly [name: string, texts: ReadonlySet<unknown>, pointer: string]

/** The enumerations that an operation has in place, instead of by a name. */
const listsInPlace = (operation: Operation): readonly List[] =>
  walk([operation.parameters, operation.requestBody, operation.responses]).flatMap(([at, value]) =>
    at.endsWith('/enum') && Array.isArray(value)
      ? [[nameOf(operation), new Set<unknown>(value), operation.pointer] as const]
      : [],
  )

/** The topics that a member of that name lists, in an operation or a schema. */
const listsOfTopics = ({ surface: { schemas }, operations }: DocumentView): readonly List[] => {
  const within = (name: string, pointer: string, root: unknown): readonly List[] =>
    walk(root).flatMap(([at, value]) => {
      const node = at.endsWith('/properties/topics')
        ? endOfReferences(value as JsonSchema, schemas)
        : undefined
      const items = typeof node === 'object' ? node.items : undefined
      return items === undefined ? [] : [[name, new Set(textsOf(items, schemas)), pointer] as const]
    })
  return [
    ...[...operations.routes.values()].flatMap((one) =>
      within(nameOf(one), one.pointer, [one.requestBody, one.responses]),
    ),
    ...Object.entries(schemas).flatMap(([name, schema]) =>
      within(name, `#/components/schemas/${name}`, schema),
    ),
  ]
}

const misspelledTopics = function* ([name, texts, pointer]: List): Differences {
  const kinds = eventKinds.filter((one) => texts.has(one))
  if (kinds.length === 0) return
  const listed = kinds.join(', ')
  const message = `topics are in PascalCase; the document lists ${listed} in ${name}; expected ${kinds.map(topicOf).join(', ')}`
  yield contradicts(message, pointer)
}

const lists = (view: DocumentView): readonly List[] => {
  const { schemas, webhooks } = view.surface
  const named = new Set(Object.values(webhooks).map(({ path }) => path))
  return [
    ['the webhooks', named, '#/webhooks'],
    ...Object.values(webhooks).map(
      ({ path, pointer, requestBody }) =>
        [`the webhook ${path}`, new Set(textsOf(jsonIn(requestBody), schemas)), pointer] as const,
    ),
    ...[...view.operations.routes.values()].flatMap(listsInPlace),
    ...Object.entries(schemas).flatMap(([name, schema]) => {
      const pointer = `#/components/schemas/${name}`
      return [
        [name, new Set(textsOf(schema, schemas)), pointer] as const,
        [`the mapping of ${name}`, new Set(discriminatorIn(schema)?.mapping.keys()), pointer] as const,
      ]
    }),
  ]
}

const letters = (text: unknown): string =>
  String(text)
    .replaceAll(/[^a-z]/gi, '')
    .toLowerCase()

const differences = function* (what: string, due: readonly string[], list: List): Differences {
  const [name, texts, pointer] = list
  const known = new Set<unknown>(due)
  const others = [...texts].filter((one) => !known.has(one) && one !== 'Ping')
  const spelling = new Map(others.map((one) => [letters(one), one]))
  const absent = due.filter((one) => !texts.has(one))
  const misspelled = absent.filter((one) => spelling.has(letters(one)))
  if (misspelled.length > 0) {
    const listed = misspelled.map((one) => String(spelling.get(letters(one)))).join(', ')
    yield contradicts(`the document lists ${listed} in ${name}; expected ${misspelled.join(', ')}`, pointer)
  }
  for (const one of absent.filter((each) => !misspelled.includes(each))) {
    const message = `there is the ${what} ${one}; the document lacks it in ${name}`
    // A topic that is always on may be missing from subscriptions.
    yield one === 'ping' ? lacks(message, pointer) : contradicts(message, pointer)
  }
  const intended = new Set(misspelled.map(letters))
  for (const one of others.filter((each) => !intended.has(letters(each))))
    yield lacks(`there is no ${what} ${String(one)}; the document lists it in ${name}`, pointer)
}

/** Judges the delivered types and topics that a document lists (Events, event kinds). */
export const eventKindJudge: Judge = (view) => {
  const found = lists(view).flatMap((list) => {
    const kinds = isMeant(list[1], eventKinds) ? [differences('event kind', eventKinds, list)] : []
    return isMeant(list[1], topics) ? kinds.concat(differences('topic', topics, list)) : kinds
  })
  // Also where they are too few to be meant as complete.
  const misspelled = listsOfTopics(view).flatMap((list) => Array.from(misspelledTopics(list)))
  if (found.length === 0 && misspelled.length === 0) return undefined
  return [...found.flatMap((one) => Array.from(one)), ...misspelled]
}

import { constrainingKeywords, listOf, schemaMapKeywords } from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import type { Visit } from '../engine/node.js'
import { canonical, isSame } from '../equal/canonical.js'
import { type Fragment, itemsOf } from '../fragments/fragment.js'
import { type Intersection, keywordOf } from './intersection.js'
import { hasKeyword, keywordFragments, keywordLocations, type SchemaPair } from './pair.js'

/** Annotations: keywords that constrain no value. */
const annotations = [
  'title',
  'description',
  'default',
  'deprecated',
  'readOnly',
  'writeOnly',
  'example',
  'examples',
  'externalDocs',
  'xml',
  'discriminator',
  '$comment',
  '$schema',
  '$id',
  '$anchor',
  '$dynamicAnchor',
  '$vocabulary',
] as const

/** Keywords that schema comparison supports; any other is treated as an extension. */
const understood: ReadonlySet<string> = new Set([
  ...annotations,
  ...constrainingKeywords,
  ...schemaMapKeywords,
])

/** Annotation values of one schema, merged from its subschemas: unordered and unique. */
type AnnotationValues = ReadonlyMap<string, Fragment>

const annotationValues = (fragments: readonly Fragment[]): AnnotationValues =>
  new Map([...fragments].reverse().map((fragment) => [canonical(fragment.value), fragment]))

const missing = (said: AnnotationValues, other: AnnotationValues): Fragment | undefined =>
  [...said].reverse().find(([text]) => !other.has(text))?.[1]

const lastValue = (said: AnnotationValues): Fragment | undefined => [...said.values()].at(-1)

interface Difference {
  readonly from: Fragment | undefined
  readonly to: Fragment | undefined
  readonly before: unknown
  readonly after: unknown
}

/** The difference in the values of a keyword, merged from all subschemas. */
const differenceOf = (pair: SchemaPair, key: string): Difference | undefined => {
  const [old, fresh] = [
    annotationValues(keywordFragments(pair.from, key)),
    annotationValues(keywordFragments(pair.to, key)),
  ]
  const [gone, come] = [missing(old, fresh), missing(fresh, old)]
  if (gone === undefined && come === undefined) return undefined
  const [from, to] = [gone ?? lastValue(old), come ?? lastValue(fresh)]
  const locations = keywordLocations(pair, key)
  return { from: from ?? locations.from, to: to ?? locations.to, before: from?.value, after: to?.value }
}

const reportKeyword = (visit: Visit, pair: SchemaPair, kind: KindName, name: string): void => {
  const difference = differenceOf(pair, name)
  if (difference !== undefined) visit.report(kind, { ...difference, name })
}

/** The examples of a schema, in either spelling. */
const examplesOf = (intersection: Intersection): AnnotationValues =>
  annotationValues(
    intersection.subschemas.flatMap((subschema) => {
      const { schema } = subschema
      const single = Object.hasOwn(schema, 'example') ? keywordOf(subschema, 'example') : undefined
      const list = itemsOf(keywordOf(subschema, 'examples'))
      return single === undefined ? list : [single, ...list]
    }),
  )

const shownExamples = (intersection: Intersection): unknown =>
  hasKeyword(intersection, 'example')
    ? keywordFragments(intersection, 'example').map(({ value }) => value)
    : keywordFragments(intersection, 'examples').flatMap(({ value }) => listOf(value))

const compareExamples = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [examplesOf(pair.from), examplesOf(pair.to)]
  if (isSame([...old.keys()].sort(), [...fresh.keys()].sort())) return
  const key = hasKeyword(pair.to, 'examples') || hasKeyword(pair.from, 'examples') ? 'examples' : 'example'
  const [before, after] = [shownExamples(pair.from), shownExamples(pair.to)]
  visit.report('example-changed', { ...keywordLocations(pair, key), name: 'example', before, after })
}

const isDeprecated = (intersection: Intersection): boolean =>
  intersection.subschemas.some(({ schema }) => schema['deprecated'] === true)

const compareDeprecation = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [isDeprecated(pair.from), isDeprecated(pair.to)]
  if (old === fresh) return
  visit.report(
    fresh ? 'schema-deprecated' : 'schema-no-longer-deprecated',
    keywordLocations(pair, 'deprecated'),
  )
}

const compareDefaults = (visit: Visit, pair: SchemaPair): void => {
  const difference = differenceOf(pair, 'default')
  if (difference === undefined) return
  const [was, is] = [hasKeyword(pair.from, 'default'), hasKeyword(pair.to, 'default')]
  visit.report(`default-${was ? (is ? 'changed' : 'removed') : 'added'}`, difference)
}

/** The `x-` extensions, whose meaning is unknown. */
const extensionsOf = (intersection: Intersection): ReadonlySet<string> =>
  new Set(
    intersection.subschemas.flatMap(({ schema }) =>
      Object.keys(schema).filter((key) => !understood.has(key) && key !== 'x-extensible-enum'),
    ),
  )

/** Compares annotations: prose, examples, defaults, deprecation, extensions, each merged from all subschemas. */
export function compareAnnotations(visit: Visit, pair: SchemaPair): void {
  for (const name of ['title', 'description', 'externalDocs'])
    reportKeyword(visit, pair, 'text-changed', name)
  compareExamples(visit, pair)
  compareDeprecation(visit, pair)
  compareDefaults(visit, pair)
  reportKeyword(visit, pair, 'xml-changed', 'xml')
  for (const name of new Set([...extensionsOf(pair.from), ...extensionsOf(pair.to)]))
    reportKeyword(visit, pair, 'extension-changed', name)
}

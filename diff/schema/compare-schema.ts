import { appendKey, constrainingKeywords, listOf, schemaMapKeywords } from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import { canonical, isSame, onlyIn } from '../engine/equal.js'
import {
  childOf,
  type Facts,
  type Fragment,
  type Fragments,
  itemsOf,
  type SchemaForm,
  type Visit,
  type Walker,
} from '../engine/node.js'
import { noteMembers } from '../engine/members.js'
import { assertionsOf } from './union.js'
import { compareConditions } from './compare-conditions.js'
import { compareFormats, compareLimits } from './compare-limits.js'
import { compareArrays, compareContentSchema, compareObjects, comparePatterns } from './compare-members.js'
import { compareChoice, compareExtensions, compareUnions, withoutUnionOfTypes } from './compare-unions.js'
import {
  correspondingSchema,
  hasKeyword,
  intersect,
  type Intersection,
  keywordFragments,
  keywordLocations,
  keywordOf,
  schemaLocations,
  type SchemaPair,
  type Values,
} from './pair.js'
import { anyType, bits, compareTypes, enumValues, ownTypes } from './types.js'

/** Whether a schema is only a reference that cannot be followed. */
const isUnknown = ({ unresolved, subschemas }: Intersection): boolean =>
  unresolved.length > 0 &&
  subschemas.every(({ schema }) => assertionsOf(schema).every((key) => key === '$ref'))

const compareIn = (
  form: SchemaForm,
  visit: Visit,
  fromFragments: Fragments,
  toFragments: Fragments,
): void => {
  const [from, to] = [intersect(fromFragments), intersect(toFragments)]
  const pair = { from, to, fromFragments, toFragments, shared: anyType, form }
  const [before, after] = [from.unresolved, to.unresolved]
  if (!isSame(before, after)) {
    visit.report('reference-changed', { ...schemaLocations(pair), before, after })
    // A schema that is only an unresolved reference is unknown, so its keywords cannot be compared.
    if ([from, to].some(isUnknown)) return
  }
  if (from.unions.length + to.unions.length > 0) {
    const lists = withoutUnionOfTypes(pair)
    if (lists) return compareIn(form, visit, ...lists)
    if (compareChoice(visit, pair)) return
  }
  // Bytes may have no type, and no other keyword constrains them.
  const shared = form === 'bytes' ? 0 : compareTypes(visit, pair)
  compareAnnotations(visit, pair)
  // Without a common type there is nothing else to compare.
  if (shared === 0) return
  const both = { ...pair, shared }
  for (const { types, keywords, compare } of aspects) {
    const isStated =
      (shared & types) !== 0 && keywords.some((key) => hasKeyword(from, key) || hasKeyword(to, key))
    if (isStated) compare(visit, both)
  }
}

/** Compares two schemas of values in a form, including the subschemas that apply with them. */
export function compareSchemaIn(form: SchemaForm): Walker {
  return (visit, from, to) => compareIn(form, visit, from, to)
}

/** Values by their canonical text, each with its location. */
type Listed = ReadonlyMap<string, { readonly value: unknown; readonly fragment: Fragment }>

const listsOf = (intersection: Intersection): Values[] => [
  ...intersection.subschemas.flatMap((subschema) => {
    const values = enumValues(subschema)
    const fragment = keywordOf(subschema, Object.hasOwn(subschema.schema, 'const') ? 'const' : 'enum')
    return values === undefined ? [] : [{ fragment: fragment ?? subschema.fragment, values }]
  }),
  ...intersection.listed,
]

/** The text by which values are compared: JSON, or as they are written in plain text. */
type TextOf = (value: unknown) => string

const valuesByText = ({ fragment, values }: Values, textOf: TextOf): Listed =>
  new Map(
    values.flatMap((value, index) => {
      // Whether null is allowed is compared with the types.
      if (value === null) return []
      const at = Array.isArray(fragment.value)
        ? { ...fragment, value, pointer: appendKey(fragment.pointer, index) }
        : fragment
      return [[textOf(value), { value, fragment: at }] as const]
    }),
  )

// An enum of both booleans allows every boolean, so it asserts nothing.
const isEveryBoolean = (intersection: Intersection, { values }: Values): boolean =>
  values.includes(true) && values.includes(false) && (ownTypes(intersection) & ~bits.null) === bits.boolean

/** Values that all lists allow. */
const allowedByAll = (intersection: Intersection, textOf: TextOf) => {
  const lists = listsOf(intersection).filter((one) => !isEveryBoolean(intersection, one))
  const [one, ...others] = lists
  if (one === undefined) return undefined
  const rest = others.map((other) => valuesByText(other, textOf))
  const isShared = ([text]: readonly [string, unknown]): boolean => rest.every((other) => other.has(text))
  const list = new Map([...valuesByText(one, textOf)].filter(isShared))
  return { list, fragment: one.fragment }
}

// `x-extensible-enum` lists known values, and allows others.
const knownOf = (intersection: Intersection, textOf: TextOf): Listed => {
  const extended = intersection.subschemas.map(({ fragment, schema }) => {
    const at = childOf(fragment, 'x-extensible-enum') ?? fragment
    return { fragment: at, values: listOf(schema['x-extensible-enum']) }
  })
  return new Map([...intersection.known, ...extended].flatMap((one) => Array.from(valuesByText(one, textOf))))
}

const valuesIn = (list: Listed): unknown[] => [...list.values()].map(({ value }) => value)

const compareLists = (
  visit: Visit,
  before: Listed,
  after: Listed,
  { from, to }: Pick<Facts, 'from' | 'to'>,
  name: 'enum-value' | 'known-value',
): void => {
  for (const { value, fragment } of onlyIn(before, after))
    visit.report(`${name}-removed`, { from: fragment, to, owner: from, before: value })
  for (const { value, fragment } of onlyIn(after, before))
    visit.report(`${name}-added`, { from, to: fragment, owner: to, after: value })
}

/** Compares `enum`, `const`, unions of constants, and the known values of open-ended lists. */
const compareValues = (visit: Visit, pair: SchemaPair): void => {
  const textOf: TextOf = pair.form === 'text' ? String : canonical
  const [knownBefore, knownAfter] = [knownOf(pair.from, textOf), knownOf(pair.to, textOf)]
  const schemas = schemaLocations(pair)
  const [isKnown, isStillKnown] = [knownBefore.size > 0, knownAfter.size > 0]
  const name = 'x-extensible-enum'
  if (isKnown && isStillKnown) compareLists(visit, knownBefore, knownAfter, schemas, 'known-value')
  else if (hasKeyword(pair.from, name) || hasKeyword(pair.to, name))
    visit.report('extension-changed', { ...keywordLocations(pair, name), name })
  const [allowedBefore, allowedAfter] = [allowedByAll(pair.from, textOf), allowedByAll(pair.to, textOf)]
  const at = {
    from: allowedBefore?.fragment ?? correspondingSchema(pair, 'from', allowedAfter?.fragment),
    to: allowedAfter?.fragment ?? correspondingSchema(pair, 'to', allowedBefore?.fragment),
  }
  const [before, after] = [
    allowedBefore && valuesIn(allowedBefore.list),
    allowedAfter && valuesIn(allowedAfter.list),
  ]
  if (allowedBefore === undefined || allowedAfter === undefined) {
    if (allowedBefore === allowedAfter) return
    // A closed list and an open-ended one are compared by their known values.
    const isOpened = allowedBefore !== undefined && isStillKnown
    const isClosed = allowedAfter !== undefined && isKnown
    if (isOpened || isClosed) {
      visit.report(isOpened ? 'enum-opened' : 'enum-closed', at)
      compareLists(
        visit,
        allowedBefore?.list ?? knownBefore,
        allowedAfter?.list ?? knownAfter,
        at,
        'known-value',
      )
    } else if (allowedBefore === undefined) visit.report('enum-added', { ...at, after })
    else visit.report('enum-removed', { ...at, before })
    return
  }
  const isReplaced = onlyIn(allowedBefore.list, allowedAfter.list).length === allowedBefore.list.size
  if (isReplaced && allowedBefore.list.size > 0 && allowedAfter.list.size > 0)
    visit.report('enum-replaced', { ...at, before, after })
  else compareLists(visit, allowedBefore.list, allowedAfter.list, at, 'enum-value')
}

/** The comparisons of two schemas, for the types that both allow, where one of them states one of the keywords. */
const aspects = (
  [
    [anyType & ~bits.null, 'enum const anyOf oneOf x-extensible-enum', compareValues],
    [
      anyType,
      'minimum maximum exclusiveMinimum exclusiveMaximum minLength maxLength pattern minItems maxItems ' +
        'minProperties maxProperties minContains maxContains contains',
      compareLimits,
    ],
    [anyType, 'pattern format multipleOf contentEncoding contentMediaType uniqueItems', compareFormats],
    [
      bits.object,
      'properties required additionalProperties unevaluatedProperties propertyNames patternProperties',
      compareObjects,
    ],
    [bits.object, 'patternProperties', comparePatterns],
    [bits.array, 'prefixItems contains items unevaluatedItems', compareArrays],
    [bits.string, 'contentSchema', compareContentSchema],
    [anyType, 'if not dependentSchemas dependentRequired', compareConditions],
    [anyType, 'anyOf oneOf', compareUnions],
    [bits.object, 'discriminator', compareExtensions],
  ] as const
).map(([types, keywords, compare]) => ({ types, keywords: keywords.split(' '), compare }))

/** Annotations: keywords that constrain no value. */
const annotations = (
  'title description default deprecated readOnly writeOnly example examples externalDocs xml ' +
  'discriminator $comment $schema $id $anchor $dynamicAnchor $vocabulary'
).split(' ')

/** Keywords that schema comparison supports; any other is treated as an extension. */
const understood = new Set<string>([...annotations, ...constrainingKeywords, ...schemaMapKeywords])

/** Annotation values of one schema, merged from its subschemas: unordered and unique. */
type AnnotationValues = ReadonlyMap<string, Fragment>

const annotationValues = (fragments: readonly Fragment[]): AnnotationValues =>
  new Map([...fragments].reverse().map((fragment) => [canonical(fragment.value), fragment]))

const missingAnnotation = (own: AnnotationValues, other: AnnotationValues): Fragment | undefined =>
  [...own].reverse().find(([text]) => !other.has(text))?.[1]

const lastValue = (own: AnnotationValues): Fragment | undefined => [...own.values()].at(-1)

/** The difference in the values of a keyword, merged from all subschemas. */
const differenceOf = (pair: SchemaPair, key: string) => {
  const valuesOf = (one: Intersection): AnnotationValues => annotationValues(keywordFragments(one, key))
  const [before, after] = [valuesOf(pair.from), valuesOf(pair.to)]
  const [gone, come] = [missingAnnotation(before, after), missingAnnotation(after, before)]
  if (gone === undefined && come === undefined) return undefined
  const [from, to] = [gone ?? lastValue(before), come ?? lastValue(after)]
  const locations = keywordLocations(pair, key)
  return {
    from: from ?? locations.from,
    to: to ?? locations.to,
    owner: to === undefined ? from : undefined,
    before: from?.value,
    after: to?.value,
  }
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
  const [examplesBefore, examplesAfter] = [examplesOf(pair.from), examplesOf(pair.to)]
  if (isSame([...examplesBefore.keys()].sort(), [...examplesAfter.keys()].sort())) return
  const key = hasKeyword(pair.to, 'examples') || hasKeyword(pair.from, 'examples') ? 'examples' : 'example'
  const [before, after] = [shownExamples(pair.from), shownExamples(pair.to)]
  visit.report('example-changed', { ...keywordLocations(pair, key), name: 'example', before, after })
}

const isDeprecated = (intersection: Intersection): boolean =>
  intersection.subschemas.some(({ schema }) => schema['deprecated'] === true)

const compareDeprecation = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [isDeprecated(pair.from), isDeprecated(pair.to)]
  if (before === after) return
  const kind = after ? 'schema-deprecated' : 'schema-no-longer-deprecated'
  visit.report(kind, keywordLocations(pair, 'deprecated'))
}

const compareDefaults = (visit: Visit, pair: SchemaPair): void => {
  const difference = differenceOf(pair, 'default')
  if (difference === undefined) return
  const [hadDefault, hasDefault] = [hasKeyword(pair.from, 'default'), hasKeyword(pair.to, 'default')]
  visit.report(`default-${hadDefault ? (hasDefault ? 'changed' : 'removed') : 'added'}`, difference)
}

/** The `x-` extensions, whose meaning is unknown. */
const extensionsOf = (intersection: Intersection): ReadonlySet<string> =>
  new Set(
    intersection.subschemas.flatMap(({ schema }) =>
      Object.keys(schema).filter((key) => !understood.has(key) && key !== 'x-extensible-enum'),
    ),
  )

/** The constants of unions, by their texts. */
const constantsIn = ({ listed }: Intersection): ReadonlyMap<string, Fragment> =>
  new Map(
    listed
      .flatMap(({ fragment }) => itemsOf(fragment))
      .flatMap((one) => {
        const constant = childOf(one, 'const')
        return constant ? [[canonical(constant.value), one]] : []
      }),
  )

/** Notes what a union says of a constant, which has no other effect. */
const noteConstants = (visit: Visit, { from, to }: SchemaPair): void => {
  const later = constantsIn(to)
  for (const [text, one] of constantsIn(from)) {
    const other = later.get(text)
    if (other) noteMembers(visit, one, other, ['title', 'description'], 'text-changed')
  }
}

/** Compares annotations: prose, examples, defaults, deprecation, extensions, each merged from all subschemas. */
const compareAnnotations = (visit: Visit, pair: SchemaPair): void => {
  for (const name of ['title', 'description', 'externalDocs'])
    reportKeyword(visit, pair, 'text-changed', name)
  noteConstants(visit, pair)
  compareExamples(visit, pair)
  compareDeprecation(visit, pair)
  compareDefaults(visit, pair)
  reportKeyword(visit, pair, 'xml-changed', 'xml')
  for (const name of new Set([...extensionsOf(pair.from), ...extensionsOf(pair.to)]))
    reportKeyword(visit, pair, 'extension-changed', name)
}

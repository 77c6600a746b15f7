import { isJsonType, lastKey, listOf, member, textOf } from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import { isSame } from '../engine/equal.js'
import {
  childOf,
  childrenOf,
  type Facts,
  followed,
  type Fragment,
  type Fragments,
  ofBoth,
  type SchemaForm,
  type Visit,
  type Walker,
} from '../engine/node.js'
import { areBytes, isFree } from '../schema/union.js'
import { hasKeyword, intersect, type Intersection, keywordFragments, propertiesOf } from '../schema/pair.js'
import { allTypes, anyType, bits } from '../schema/types.js'
import { noteExamples, noteProse } from './prose.js'

/** Normalizes a media type: lower case, sorted parameters, and no charset, which does not affect the shape. */
const normalMediaType = (name: string): string => {
  const [type = '', ...parameters] = name
    .toLowerCase()
    .split(';')
    .map((part) => part.trim().replaceAll(/\s*=\s*/g, '='))
  return [type, ...parameters.filter((one) => one !== '' && !one.startsWith('charset=')).sort()].join(';')
}

/** Whether a range such as `text/*` covers another media type. */
const covers = (range: string, name: string): boolean => {
  const [type, subtype] = range.split('/')
  if (range === name || subtype !== '*') return false
  return type === '*' || name.startsWith(`${type}/`)
}

/** A media type or a header, and its name as the document spells it. */
export interface Offered {
  readonly name: string
  readonly fragment: Fragment
}

/** The media types of a holder; some bundlers leave a reference instead, which OpenAPI forbids. */
const contentOf = (holder: Fragment | undefined): Fragment | undefined => {
  const content = childOf(holder, 'content')
  return content && followed(content)
}

const offeredIn = (holder: Fragment | undefined): Map<string, Offered> =>
  new Map(
    [...childrenOf(contentOf(holder))].map(([name, fragment]) => [normalMediaType(name), { name, fragment }]),
  )

type Offer = ReadonlyMap<string, Offered>

/** The media type of a list that one is compared with: the same one, or the narrowest range that covers it. */
const counterpartIn = (list: Offer, name: string): string => {
  const ranges = [...list.keys()].filter((range) => covers(range, name))
  return list.has(name) ? name : (ranges.sort((one, other) => other.length - one.length)[0] ?? '')
}

/** Compares the content of a body, a response, a parameter or a header, by media type. */
export function compareContent(visit: Visit, from: Fragment, to: Fragment): void {
  const [before, after] = [offeredIn(from), offeredIn(to)]
  const compared = new Set<Offered>()
  const enter = (one: Offered, other: Offered, kind?: KindName): void => {
    const facts = { from: one.fragment, to: other.fragment, owner: to, before: one.name, after: other.name }
    compared.add(one).add(other)
    visit.enter('mediaType', [one.fragment], [other.fragment], { step: other.name })
    if (kind !== undefined) visit.report(kind, facts)
  }
  // A range that both lists have is not a difference.
  for (const [key, one] of before) {
    const name = counterpartIn(after, key)
    const other = after.get(name)
    if (other !== undefined) enter(one, other, before.has(name) ? undefined : 'media-type-widened')
  }
  for (const [key, other] of after) {
    const name = before.has(key) ? '' : counterpartIn(before, key)
    const one = before.get(name)
    if (one !== undefined) enter(one, other, after.has(name) ? undefined : 'media-type-narrowed')
  }
  const isLeft = (one: Offered): boolean => !compared.has(one)
  for (const { name, fragment } of [...before.values()].filter(isLeft))
    visit.report('media-type-removed', { from: fragment, to, owner: from, name, step: name })
  for (const { name, fragment } of [...after.values()].filter(isLeft))
    visit.report('media-type-added', { from, to: fragment, owner: to, name, step: name })
}

const encodingStyle = (encoding: unknown): string | undefined => {
  const style = member(encoding, 'style')
  const isStyled = ['style', 'explode', 'allowReserved'].some((key) => member(encoding, key) !== undefined)
  return isStyled ? (typeof style === 'string' ? style : 'form') : undefined
}

/** The media types that a part may have, in any order. */
const contentTypesOf = (stated: unknown): unknown =>
  typeof stated === 'string' ? stated.split(',').map(normalMediaType).sort() : stated

/** An encoding with its defaults filled in. */
const fullEncoding = (encoding: unknown, contentType: unknown): unknown => {
  const style = encodingStyle(encoding)
  return {
    contentType: contentTypesOf(contentType),
    headers: member(encoding, 'headers'),
    style: style ?? 'form',
    explode: member(encoding, 'explode') ?? (style ?? 'form') === 'form',
    allowReserved: member(encoding, 'allowReserved') ?? false,
  }
}

/** The media type of a part of a form if none is stated: that of its items for a list. */
const usualType = (fragments: Fragments): string => {
  const intersection = intersect(fragments)
  const types = allTypes(intersection) & ~bits.null
  const items = keywordFragments(intersection, 'items')
  if (types === bits.array) return usualType(items.slice(0, 1))
  const isBinary = keywordFragments(intersection, 'format').some(({ value }) => value === 'binary')
  if (isBinary || hasKeyword(intersection, 'contentEncoding')) return 'application/octet-stream'
  // A part without a type is bytes since OpenAPI 3.1.
  if (types === (anyType & ~bits.null)) return 'application/octet-stream'
  return isScalar(types) ? 'text/plain' : 'application/json'
}

const compareEncodings = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [encodingsBefore, encodingsAfter] = [childOf(from, 'encoding'), childOf(to, 'encoding')]
  const propertyOf = (fragment: Fragment, name: string): Fragments | undefined => {
    const schema = childOf(fragment, 'schema')
    return schema && propertiesOf(intersect([schema])).get(name)?.fragments
  }
  for (const name of new Set([...childrenOf(encodingsBefore).keys(), ...childrenOf(encodingsAfter).keys()])) {
    const [encodingBefore, encodingAfter] = [childOf(encodingsBefore, name), childOf(encodingsAfter, name)]
    const [propertyBefore, propertyAfter] = [propertyOf(from, name), propertyOf(to, name)]
    // Added and removed properties are reported by the schema comparison.
    if (propertyBefore === undefined || propertyAfter === undefined) continue
    const [typeBefore, typeAfter] = [
      member(encodingBefore?.value, 'contentType'),
      member(encodingAfter?.value, 'contentType'),
    ]
    const before = fullEncoding(encodingBefore?.value, typeBefore ?? (typeAfter && usualType(propertyBefore)))
    const after = fullEncoding(encodingAfter?.value, typeAfter ?? (typeBefore && usualType(propertyAfter)))
    if (!isSame(before, after))
      visit.report('encoding-changed', {
        from: encodingBefore ?? from,
        to: encodingAfter ?? to,
        name,
        step: `/${name}`,
      })
  }
}

/** The keys of schemas, each with the step to it. */
const stepTo = { schema: {}, itemSchema: { step: '/[]' } } as const

type SchemaKey = keyof typeof stepTo

/** Compares the schemas under a key, or reports one without a counterpart. */
const enterSchemas = (visit: Visit, from: Fragment, to: Fragment, key: SchemaKey, form: SchemaForm): void => {
  const [before, after] = [childOf(from, key), childOf(to, key)]
  if (before !== undefined && after !== undefined) visit.enter(form, [before], [after], stepTo[key])
  else if (after !== undefined && !isFree(after)) visit.report('schema-added', { from, to: after, owner: to })
  else if (before !== undefined && !isFree(before))
    visit.report('schema-removed', { from: before, to, owner: to })
}

const compareSchemas = (visit: Visit, from: Fragment, to: Fragment, key: SchemaKey): void => {
  const [before, after] = [childOf(from, key), childOf(to, key)]
  const mediaType = lastKey(to.pointer)
  const isOfBytes = !isJsonType(mediaType) && areBytes(before ? [before] : [], after ? [after] : [])
  if (isOfBytes && (before === undefined || after === undefined)) return
  const form = isOfBytes ? 'bytes' : /^multipart\//i.test(mediaType) ? 'parts' : 'schema'
  enterSchemas(visit, from, to, key, form)
}

export const compareMediaType: Walker = ofBoth((visit, from, to) => {
  compareSchemas(visit, from, to, 'schema')
  compareSchemas(visit, from, to, 'itemSchema')
  compareEncodings(visit, from, to)
  noteExamples(visit, from, to)
  noteProse(visit, from, to)
})

/** The style of a parameter, or the default of its location. */
export function styleOf(value: unknown, location: string): string {
  return textOf(member(value, 'style')) ?? (location === 'path' || location === 'header' ? 'simple' : 'form')
}

/** Whether a list or an object is serialized as separate values. */
export function explodeOf(value: unknown, location: string): boolean {
  const [stated, style] = [member(value, 'explode'), styleOf(value, location)]
  // `deepObject` writes every property by itself, whatever is stated.
  return style === 'deepObject' || (typeof stated === 'boolean' ? stated : style === 'form')
}

/** Whether `explode` has an effect: on lists and objects, but `simple` writes a list in one way. */
export function mayExplode(fragment: Fragment, location: string): boolean {
  const schema = childOf(fragment, 'schema')
  const types = styleOf(fragment.value, location) === 'simple' ? bits.object : bits.array | bits.object
  return schema !== undefined && (allTypes(intersect([schema])) & types) !== 0
}

/** The media type that a value is written by; undefined if it is written by a style. */
const mediaTypeOf = (fragment: Fragment): string | undefined => {
  const content = contentOf(fragment)
  return content === undefined ? undefined : ([...childrenOf(content).keys()][0] ?? 'a media type')
}

const list = bits.array | bits.null

const isScalar = (types: number): boolean => (types & (bits.array | bits.object)) === 0

/** The schemas of the item of a list of one, with the default of the list. */
const itemOf = (list: Intersection): Fragments => {
  const { subschemas } = list
  const holder = subschemas.find(({ schema }) => Object.hasOwn(schema, 'default')) ?? subschemas[0]
  const items = keywordFragments(list, 'items')
  if (holder === undefined || items.length === 0) return []
  const stated = holder.schema['default']
  const [value, ...others] = listOf(stated)
  const own = stated === undefined ? {} : { default: others.length === 0 ? value : stated }
  return [{ ...holder.fragment, value: own }, ...items]
}

/** Whether a scalar may be a text with a comma, which `simple` would write as several values. */
const mayHaveComma = (scalar: Intersection): boolean => {
  const listed = ['enum', 'const'].flatMap((key) => keywordFragments(scalar, key))
  const isFree = !listed.some(({ value }) => [value].flat().every((one) => !String(one).includes(',')))
  return (allTypes(scalar) & bits.string) !== 0 && isFree
}

/** Compares a scalar with a list: a list of one is serialized like its item, so the item is compared. */
const compareLists = (visit: Visit, before: Fragment, after: Fragment, facts: Facts): boolean => {
  const [from, to] = [intersect([before]), intersect([after])]
  const [typesBefore, typesAfter] = [allTypes(from), allTypes(to)]
  const isNew = isScalar(typesBefore) && (typesAfter | bits.null) === list
  if (!isNew && !(isScalar(typesAfter) && (typesBefore | bits.null) === list)) return false
  const whole = isNew ? to : from
  const isLong = keywordFragments(whole, 'minItems').some(({ value }) => Number(value) > 1)
  const isSimple = /^(?:header|path)$/.test(textOf(member(facts.from?.value, 'in')) ?? '')
  if (isLong || (isSimple && mayHaveComma(isNew ? from : to))) return false
  visit.report(isNew ? 'parameter-became-list' : 'parameter-no-longer-list', facts)
  const item = itemOf(whole)
  if (item.length > 0) visit.enter('text', isNew ? [before] : item, isNew ? item : [after])
  return true
}

/** Compares the schema or content of a parameter or header; true if a style serializes both. */
export function comparePayload(
  visit: Visit,
  from: Fragment,
  to: Fragment,
  subject: 'parameter' | 'header',
  name: string,
): boolean {
  const [before, after] = [mediaTypeOf(from), mediaTypeOf(to)]
  if ((before === undefined) !== (after === undefined)) {
    visit.report(`${subject}-serialization-changed`, { from, to, owner: to, name, before, after })
    return false
  }
  if (before !== undefined) {
    compareContent(visit, from, to)
    return false
  }
  const [schemaBefore, schemaAfter] = [childOf(from, 'schema'), childOf(to, 'schema')]
  const isList =
    subject === 'parameter' &&
    schemaBefore &&
    schemaAfter &&
    compareLists(visit, schemaBefore, schemaAfter, { from, to, owner: to, name })
  if (isList !== true) enterSchemas(visit, from, to, 'schema', 'text')
  return true
}

import { hasChange } from '../../versions/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { isDeprecated, listedValues, membersAt, type Shape, shapesNamed } from '../schema/document-shape.js'
import {
  shortestDescription,
  type SubmissionField,
  submissionFields,
  submissionKinds,
} from '../tables/submissions.js'
import {
  contradicts,
  type Difference,
  type Differences,
  type DocumentView,
  jsonIn,
  lacks,
  operationIn,
  shapesIn,
} from './view.js'

/** The schema of submissions in the document of a version. */
export function submissionBody(view: VersionUnderTest): JsonSchema | undefined {
  return jsonIn(operationIn(view, 'post', '/customers/{}/identifications/v2')?.requestBody)
}

const detailsOf = (view: VersionUnderTest): readonly Shape[] =>
  shapesNamed('business_details', submissionBody(view), view.surface.schemas).filter(({ properties }) =>
    properties.has('business_model_description'),
  )

const before = ({ versions }: DocumentView): VersionUnderTest | undefined =>
  [...versions.values()].findLast(({ version }) => !hasChange(version, 'structured-errors'))

const earlierIndustry = function* (view: DocumentView): Differences {
  for (const { properties, required } of detailsOf(view)) {
    if (required.has('industry'))
      yield contradicts('industry of business_details is optional; the document requires it')
    if (!properties.has('industry_type'))
      yield contradicts('the document lacks industry_type of business_details')
  }
}

// A document may have one schema for all versions, and leave missing members to the response. It is judged if it
// introduces the industry with the version that requires it.
const industry = function* (view: DocumentView): Differences {
  const earlier = before(view)
  const isNew = earlier && detailsOf(earlier).every(({ properties }) => !properties.has('industry'))
  for (const { properties, required } of detailsOf(view)) {
    const message = 'industry of business_details is required; the document has it optional'
    if (!required.has('industry') && properties.has('industry'))
      yield isNew && required.size > 0 ? contradicts(message) : lacks(message)
    // The deprecated member is superseded by the industry, so it must not be required.
    if (required.has('industry_type'))
      yield contradicts('industry_type of business_details is deprecated; the document requires it')
  }
}

const typesOf = ({ path, type }: SubmissionField, shapes: readonly Shape[]): Difference[] => {
  if (type === undefined) return []
  const declared = shapes.filter(({ types }) => types.size > 0)
  const isRight = declared.length === 0 || declared.some(({ types }) => types.size === 1 && types.has(type))
  const message = `${path.join('.')} of an identification is of type ${type}; the document has another`
  return isRight ? [] : [contradicts(message)]
}

const valuesOf = (view: DocumentView, { path, values = [] }: SubmissionField, shapes: readonly Shape[]) => {
  const items = shapes.flatMap((shape) => shape.items).flatMap((item) => shapesIn(view, item))
  const listed = listedValues(items.length > 0 ? items : shapes)
  return values
    .filter((value) => listed && !listed.has(value))
    .map((value) =>
      contradicts(`${path.join('.')} of an identification can be ${value}; the document lacks it`),
    )
}

/** The differences of the first location that has some: what several kinds of identification share is reported once. */
const field = (view: DocumentView, one: SubmissionField): Difference[] => {
  const members = membersAt(one.path, submissionBody(view), view.surface.schemas)
  const message = `the document does not show ${one.path.join('.')} of an identification`
  if (members.length === 0) return !hasChange(view.version, 'structured-errors') ? [] : [lacks(message)]
  const found = members.map((member) => {
    const shapes = shapesIn(view, member)
    return typesOf(one, shapes).concat(valuesOf(view, one, shapes))
  })
  return found.find((differences) => differences.length > 0) ?? []
}

// What the rules of 2026-08-01 and later state of single members.
const laterMembers = function* (view: DocumentView): Differences {
  const body = submissionBody(view)
  const { schemas } = view.surface
  const types = membersAt(['business_details', 'industry_type'], body, schemas)
  if (types.some((type) => !isDeprecated(type, schemas)))
    yield lacks('industry_type of business_details is deprecated; the document does not mark it')
  // An untrimmed text may be longer than the limit, but not shorter.
  for (const { keywords } of shapesNamed('business_model_description', body, schemas)) {
    const { minLength = shortestDescription, maxLength = Infinity } = keywords
    const message = `business_model_description has at least ${shortestDescription} characters; the document has other limits`
    if (minLength !== shortestDescription || maxLength < shortestDescription) yield contradicts(message)
  }
  if (shapesNamed('birth_place', body, schemas).some(({ required }) => required.has('state')))
    yield contradicts('state of birth_place is optional; the document requires it')
}

/** Kinds of identification that the document's enumeration of kinds lacks. */
const kinds = (view: DocumentView): Difference[] => {
  const tags = new Set<unknown>()
  for (const { mapped, properties } of shapesIn(view, submissionBody(view))) {
    for (const values of mapped.values()) for (const value of values) tags.add(value)
    const tag = properties.get('type') ?? properties.get('kind') ?? []
    for (const value of listedValues(tag.flatMap((one) => shapesIn(view, one))) ?? []) tags.add(value)
  }
  const lost = submissionKinds.filter((kind) => !tags.has(kind))
  if (lost.length > 2) return []
  const added = [...tags].filter((tag) => !submissionKinds.some((kind) => kind === tag))
  return [
    ...lost.map((kind) => contradicts(`an identification can be of kind ${kind}; the document lacks it`)),
    ...added.map((kind) => lacks(`an identification has no kind ${String(kind)}; the document lists it`)),
  ]
}

const all = function* (view: DocumentView): Differences {
  const isLater = hasChange(view.version, 'structured-errors')
  const isShown = shapesIn(view, submissionBody(view)).some(({ properties }) => properties.size > 0)
  if (isShown) for (const one of submissionFields) yield* field(view, one)
  yield* isLater ? industry(view) : earlierIndustry(view)
  if (isLater) yield* laterMembers(view)
  yield* kinds(view)
}

/**
 * The differences of a document in submissions; none for a document without members of them.
 * @yields each difference
 */
export function* submissionDifferences(view: DocumentView): Differences {
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  const pointer = operation?.requestBody?.pointer ?? operation?.pointer
  for (const one of all(view)) yield { ...one, ...(pointer !== undefined && { pointer }) }
}

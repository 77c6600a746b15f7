import { isJsonType } from '../../document/index.js'
import { hasChange } from '../../versions/index.js'
import type { JsonSchema } from '../../runtime/json-schema.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { isDeprecated, listedValues, type Shape } from '../schema/document-shape.js'
import {
  shortestDescription,
  type SubmissionField,
  submissionFields,
  submissionKinds,
} from '../tables/submissions.js'
import { membersAt, shapesNamed } from './nested.js'
import { contradicts, type Difference, type DocumentView, lacks, operationIn, shapesIn } from './view.js'

const bodyOf = (view: VersionUnderTest): JsonSchema | undefined => {
  const content = operationIn(view, 'post', '/customers/{}/identifications/v2')?.requestBody?.content ?? {}
  return Object.entries(content).find(([type]) => isJsonType(type))?.[1].schema
}

const detailsOf = (view: VersionUnderTest): readonly Shape[] =>
  shapesNamed('business_details', bodyOf(view), view.surface.schemas).filter(({ properties }) =>
    properties.has('business_model_description'),
  )

const before = ({ versions }: DocumentView): VersionUnderTest | undefined =>
  [...versions.values()].findLast(({ version }) => !hasChange(version, 'structured-errors'))

const earlierIndustry = ({ properties, required }: Shape): Difference[] => [
  ...(required.has('industry')
    ? [contradicts('industry of business_details is optional; the document requires it')]
    : []),
  ...(properties.has('industry_type')
    ? []
    : [contradicts('the document lacks industry_type of business_details')]),
]

// A document may have one schema for all versions, and leave missing members to the response. It is judged if it
// introduces the industry with the version that requires it.
const industry = (view: DocumentView): Difference[] => {
  const earlier = before(view)
  const isNew =
    earlier !== undefined && detailsOf(earlier).every(({ properties }) => !properties.has('industry'))
  return detailsOf(view).flatMap((details) => {
    const { properties, required } = details
    const isRequired = required.has('industry')
    if (!hasChange(view.version, 'structured-errors')) return earlierIndustry(details)
    const message = 'industry of business_details is required; the document has it optional'
    if (isRequired || !properties.has('industry')) return []
    return [isNew && required.size > 0 ? contradicts(message) : lacks(message)]
  })
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
  const members = membersAt(one.path, bodyOf(view), view.surface.schemas)
  const message = `the document does not show ${one.path.join('.')} of an identification`
  if (members.length === 0) return !hasChange(view.version, 'structured-errors') ? [] : [lacks(message)]
  const found = members.map((member) => {
    const shapes = shapesIn(view, member)
    return typesOf(one, shapes).concat(valuesOf(view, one, shapes))
  })
  return found.find((differences) => differences.length > 0) ?? []
}

const marks = (view: DocumentView): Difference[] => {
  const isDue = hasChange(view.version, 'structured-errors')
  const { schemas } = view.surface
  const types = membersAt(['business_details', 'industry_type'], bodyOf(view), schemas)
  return isDue && types.some((type) => !isDeprecated(type, schemas))
    ? [lacks('industry_type of business_details is deprecated; the document does not mark it')]
    : []
}

/** The deprecated member is superseded by the industry, so it must not be required. */
const deprecatedType = (view: DocumentView): Difference[] =>
  detailsOf(view).flatMap(({ required }) =>
    hasChange(view.version, 'structured-errors') && required.has('industry_type')
      ? [contradicts('industry_type of business_details is deprecated; the document requires it')]
      : [],
  )

/** An untrimmed text may be longer than the limit, but not shorter. */
const description = (view: DocumentView): Difference[] =>
  shapesNamed('business_model_description', bodyOf(view), view.surface.schemas).flatMap(({ keywords }) => {
    const { minLength, maxLength = Infinity } = keywords
    const isWrong =
      (minLength !== undefined && minLength !== shortestDescription) || maxLength < shortestDescription
    const message = `business_model_description has at least ${shortestDescription} characters; the document has other limits`
    return isWrong && hasChange(view.version, 'structured-errors') ? [contradicts(message)] : []
  })

const births = (view: DocumentView): Difference[] => {
  const shapes = shapesNamed('birth_place', bodyOf(view), view.surface.schemas)
  const isForced = shapes.some(({ required }) => required.has('state'))
  const message = 'state of birth_place is optional; the document requires it'
  return isForced && hasChange(view.version, 'structured-errors') ? [contradicts(message)] : []
}

/** Kinds of identification that the document's enumeration of kinds lacks. */
const kinds = (view: DocumentView): Difference[] => {
  const tags = new Set<unknown>()
  for (const { mapped, properties } of shapesIn(view, bodyOf(view))) {
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

/** The differences of a document in submissions; none for a document without members of them. */
export function submissionDifferences(view: DocumentView): readonly Difference[] {
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  const isShown = shapesIn(view, bodyOf(view)).some(({ properties }) => properties.size > 0)
  const fields = isShown ? submissionFields.flatMap((one) => field(view, one)) : []
  const all = [
    ...fields,
    ...industry(view),
    ...marks(view),
    ...deprecatedType(view),
    ...description(view),
    ...births(view),
    ...kinds(view),
  ]
  const pointer = operation?.requestBody?.pointer ?? operation?.pointer
  return all.map(({ is, message }) =>
    is === 'lacks' ? lacks(message, pointer) : contradicts(message, pointer),
  )
}

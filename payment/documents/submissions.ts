import { hasChange } from '../../versions/index.js'
import type { VersionUnderTest } from '../../conformance/session/version-under-test.js'
import { membersNamed, type Shape } from '../schema/document-shape.js'
import { submissionKinds } from '../tables/submissions.js'
import { contradicts, lacks, operationIn, shapesIn, submissionBody, tagsIn } from './view.js'
import type { Differences, DocumentView } from './view.js'

const detailsOf = (view: VersionUnderTest): readonly Shape[] =>
  membersNamed('business_details', submissionBody(view), view.surface.schemas)
    .flatMap((member) => shapesIn(view, member))
    .filter(({ properties }) => properties.has('business_model_description'))

const before = ({ versions }: DocumentView): VersionUnderTest | undefined =>
  [...versions.values()].findLast(({ version }) => !hasChange(version, 'industry-required'))

// A document may have one schema for all versions, and leave missing members to the response. It is judged if it
// introduces the industry with the version that requires it.
const industry = function* (view: DocumentView, pointer: string | undefined): Differences {
  const earlier = before(view)
  const isNew = earlier && detailsOf(earlier).every(({ properties }) => !properties.has('industry'))
  const message = 'industry of business_details is required; the document has it optional'
  for (const { properties, required } of detailsOf(view))
    if (!required.has('industry') && properties.has('industry'))
      yield isNew && required.size > 0 ? contradicts(message, pointer) : lacks(message, pointer)
}

// A list of a single kind, or of other things, is not meant to be complete.
const kinds = function* (view: DocumentView, pointer: string | undefined): Differences {
  const tags = new Set(tagsIn(view, submissionBody(view)))
  const lost = submissionKinds.filter((kind) => !tags.has(kind))
  if (lost.length > 2) return
  for (const kind of lost)
    yield contradicts(`an identification can be of kind ${kind}; the document lacks it`, pointer)
  for (const tag of tags)
    if (!submissionKinds.some((kind) => kind === tag))
      yield lacks(`an identification has no kind ${String(tag)}; the document lists it`, pointer)
}

/**
 * The differences of a document in submissions that no single place shows.
 * @yields each difference
 */
export function* submissionDifferences(view: DocumentView): Differences {
  const operation = operationIn(view, 'post', '/customers/{}/identifications/v2')
  const pointer = operation?.requestBody?.pointer ?? operation?.pointer
  if (hasChange(view.version, 'industry-required')) yield* industry(view, pointer)
  yield* kinds(view, pointer)
}

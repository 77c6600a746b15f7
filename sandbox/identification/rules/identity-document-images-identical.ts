import type { Identity } from '../submission/model.js'
import { identitiesOf } from '../submission/traversal.js'
import { refuse, type Rule } from './rule.js'

const areIdentical = ({ front, back }: Identity): boolean => {
  if (front === undefined || back === undefined || front === back)
    return front !== undefined && front === back
  const bytes = Buffer.from(front, 'base64')
  // Texts without base64 content decode to no bytes and are not compared.
  return bytes.length > 0 && bytes.equals(Buffer.from(back, 'base64'))
}

/** Front and back of an identity document have the same bytes, regardless of their base64 spelling. */
export const identityDocumentImagesIdentical: Rule = (submission) => {
  const twin = identitiesOf(submission).find(({ identity }) => areIdentical(identity))
  return twin === undefined
    ? []
    : refuse(
        'identity_document_images_identical',
        'front and back of the identity document are the same image',
        twin.index,
      )
}

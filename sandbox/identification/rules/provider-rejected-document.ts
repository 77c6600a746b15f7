import { rejectedFile } from './test-values.js'
import { beginsWith, filesOf } from '../submission/files.js'
import { refuse, type Rule } from './rule.js'

/** The provider rejects a document: corrupt, blurry, of the wrong category. */
export const providerRejectedDocument: Rule = (submission) => {
  const rejected = filesOf(submission).find((file) => beginsWith(file, rejectedFile))
  return rejected === undefined
    ? []
    : refuse(
        'provider_rejected_document',
        `request body at ${rejected.at} was rejected by the provider`,
        rejected.beneficiary,
      )
}

import { duplicateFile } from './test-values.js'
import { beginsWith, filesOf } from '../submission/files.js'
import { refuse, type Rule } from './rule.js'

/** The provider blocks an upload once; the customer's next attempt is accepted. */
export const duplicateUploadBlocked: Rule = (submission, { uploadWasBlocked }) => {
  const blocked = filesOf(submission).find((file) => beginsWith(file, duplicateFile))
  return blocked === undefined || uploadWasBlocked
    ? []
    : refuse(
        'duplicate_upload_blocked',
        `request body at ${blocked.at} was uploaded a moment ago; try again shortly`,
        blocked.beneficiary,
      )
}

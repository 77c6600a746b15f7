import type { IdentificationRecord } from '../state/records.js'
import type { Behaviours } from '../versions/index.js'
import { missingGroups } from './rules/company-documents.js'
import type { Submission } from './submission/model.js'

type Outcome = Pick<IdentificationRecord, 'status' | 'url' | 'withEdd' | 'country'>

const hosted = 'https://identification.sandbox.example'

const present = (country: string | undefined): Pick<Outcome, 'country'> =>
  country === undefined ? {} : { country }

/**
 * The record of an accepted submission. A hosted flow waits for the customer, and a Business without all documents
 * waits for them unless its version refuses it; both have a url. Everything else is complete.
 */
export function outcomeOf(submission: Submission, behaviours: Behaviours, id: string): Outcome {
  switch (submission.kind) {
    case 'Link':
      return { status: 'Pending', url: `${hosted}/flows/${id}`, withEdd: submission.withEdd }
    case 'Person':
      return {
        status: 'Processed',
        ...present(submission.residence),
        withEdd: submission.hasEddQuestionnaire,
      }
    case 'Business':
      return {
        ...(missingGroups(submission, behaviours).length > 0
          ? { status: 'Pending', url: `${hosted}/resume/${id}` }
          : { status: 'Processed' }),
        ...present(submission.company.country),
      }
    case 'Token':
      return { status: 'Processed', withEdd: submission.hasEddQuestionnaire }
  }
}

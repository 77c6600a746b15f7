import type { ComplianceQuestionnaire, IdentificationRequest } from '../api/schemas.js'
import type { IdentificationRecord } from '../state/records.js'

type Answers = Omit<ComplianceQuestionnaire, 'id'>

type WithAnswers = Extract<IdentificationRequest, { type: 'Person' | 'Token' }>

const given = <T extends object>(answers: T | undefined, pick: (answers: T) => Partial<Answers>) =>
  answers === undefined ? {} : pick(answers)

const answersIn = ({ intended_use, kyc_questionnaire, edd_questionnaire }: WithAnswers): Answers => ({
  intended_use,
  ...given(kyc_questionnaire, ({ employment_status }) => ({ employment_status })),
  ...given(edd_questionnaire, ({ occupation, source_of_funds_proof }) => ({
    occupation,
    source_of_funds_proof,
  })),
})

interface Judged {
  readonly body: unknown
  /** The violation of the document by the body. */
  readonly violation: string | undefined
}

/** A body without violations has the type that its document states. */
const isAccepted = (judged: Judged): judged is Judged & { readonly body: IdentificationRequest } =>
  judged.violation === undefined

/**
 * The answers of a person for a compliance review (GET /identifications/{id}/compliance-questionnaire). Volume,
 * income and source of funds are omitted, because they have other scales there than in submissions and no document
 * defines the conversion.
 */
export function answersOf(judged: Judged): Pick<IdentificationRecord, 'questionnaire'> {
  return isAccepted(judged) && (judged.body.type === 'Person' || judged.body.type === 'Token')
    ? { questionnaire: answersIn(judged.body) }
    : {}
}

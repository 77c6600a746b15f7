import type {
  Identification,
  IdentificationStatus,
  IdentificationError,
  ComplianceQuestionnaire,
  IdentificationRequest,
} from '../api/schemas.js'
import { defined } from '../primitives/defined.js'
import type { Call, Service, Handlers, JudgingHandlers, RawCall } from '../service/service.js'
import type { IdentificationRecord, CustomerRecord } from '../state/records.js'
import { newest, requireRecord, ofCustomer, pageOf } from '../state/repository.js'
import type { Store } from '../state/store.js'
import { customerOf, archived, settle } from '../customer/customers.js'
import { notFound, badRequest, Refusal } from '../primitives/refusal.js'
import { missing, isIndustryTypeEnough } from './rules/missing.js'
import type { Facts, Rule } from './rules/rule.js'
import { unacceptable } from './rules/unacceptable.js'
import { type Submission, readSubmission } from './submission/read.js'
import type { Behaviours } from '../api/behaviours.js'
import { missingGroups } from './rules/companies.js'
import { beneficiaryIn } from './submission/fields.js'
import { identificationError, RefusedLink, RefusedSubmission, withNullIndexes } from './submission/errors.js'

const isNewest = ({ identifications }: Store, { id, partnerId, customerId }: IdentificationRecord): boolean =>
  newest(identifications, { partnerId, index: 'customer', value: customerId })?.id === id

/** An identification as the documents show it; the newest has its country while it is approved. */
const renderIdentification = (store: Store, record: IdentificationRecord): Identification => ({
  id: record.id,
  customer_id: record.customerId,
  status: record.status,
  created_at: record.createdAt.toISOString(),
  updated_at: record.updatedAt.toISOString(),
  ...defined({
    url: record.url,
    with_edd: record.withEdd,
    residence_country: record.status === 'Approved' && isNewest(store, record) ? record.country : undefined,
  }),
})

type OfIdentification = Pick<Call<'getIdentificationById'>, 'service' | 'partnerId' | 'path'>

const identificationOf = ({ service, partnerId, path }: OfIdentification): IdentificationRecord =>
  requireRecord(service.store.identifications, partnerId, path.id, 'identification')

/** Changes the status of an identification, and with it the customer. */
const changeStatus = (call: OfIdentification, status: IdentificationStatus): Identification => {
  const { service } = call
  const { store, clock } = service
  const record = identificationOf(call)
  const changed = { ...record, status, updatedAt: clock() }
  store.identifications.save(changed)
  settle(service, requireRecord(store.customers, record.partnerId, record.customerId, 'customer'))
  return renderIdentification(store, changed)
}

/** Reads and archives identifications, and decides on them through sandbox operations. */
export const identificationHandlers = {
  getIdentificationById: (call) => ({
    status: 200,
    body: renderIdentification(call.service.store, identificationOf(call)),
  }),
  getAllCustomerIdentifications: (call) => {
    const scope = ofCustomer(customerOf(call, call.path.id))
    const { store } = call.service
    const body = pageOf(store.identifications, scope, call.query, (one) => renderIdentification(store, one))
    return { status: 200, body }
  },
  /** After this the customer must be identified again. */
  archiveIdentification: (call) => ({ status: 200, body: changeStatus(call, 'Archived') }),
  getIdentificationComplianceQuestionnaire: (call) => {
    const record = identificationOf(call)
    if (record.questionnaire === undefined) throw notFound('compliance questionnaire')
    const id = call.service.random.named(`questionnaire:${record.id}`)
    return { status: 200, body: { id, ...record.questionnaire } }
  },
  /** POST /sandbox/identification/{id}: simulates the decision of a compliance review. */
  updateSandboxIdentificationStatus: (call) => {
    if (identificationOf(call).status === 'Archived')
      throw badRequest('the identification is archived and cannot be decided any more')
    return { status: 201, body: changeStatus(call, call.body.approved ? 'Approved' : 'Declined') }
  },
} satisfies Handlers

/** Every rule by name, in order of precedence. */
export const rules: Readonly<Record<string, Rule>> = { ...missing, ...unacceptable }

const inPrecedence: readonly Rule[] = Object.values(rules)

type Errors = readonly IdentificationError[]

/** The errors of the first rule that has any; empty if none has (Structured identification errors). */
export function judge(submission: Submission, facts: Facts, inOrder = inPrecedence): Errors {
  for (const rule of inOrder) {
    const errors = rule(submission, facts)
    if (errors.length > 0) return errors
  }
  return []
}

type Answers = Omit<ComplianceQuestionnaire, 'id'>

type WithAnswers = Extract<IdentificationRequest, { type: 'Person' | 'Token' }>

const answersIn = (answers: WithAnswers): Answers => {
  const { intended_use, kyc_questionnaire: kyc, edd_questionnaire: edd } = answers
  return {
    intended_use,
    ...defined({
      employment_status: kyc?.employment_status,
      occupation: edd?.occupation,
      source_of_funds_proof: edd?.source_of_funds_proof,
    }),
  }
}

type SubmissionCall = RawCall<'createCustomerIdentificationV2'>
type Judged = Pick<SubmissionCall, 'body' | 'violation'>

/** A body without violations has the type that its document states. */
const isAccepted = (judged: Judged): judged is Judged & { readonly body: IdentificationRequest } =>
  judged.violation === undefined

/**
 * The answers of a person for a compliance review (GET /identifications/{id}/compliance-questionnaire). Volume,
 * income and source of funds are omitted, because they have other scales there than in submissions and no document
 * defines the conversion.
 */
const answersOf = (judged: Judged): Pick<IdentificationRecord, 'questionnaire'> =>
  isAccepted(judged) && (judged.body.type === 'Person' || judged.body.type === 'Token')
    ? { questionnaire: answersIn(judged.body) }
    : {}

type Outcome = Pick<IdentificationRecord, 'status' | 'url' | 'withEdd' | 'country'>

const hosted = 'https://identification.sandbox.example'

/**
 * The record of an accepted submission. A hosted flow waits for the customer, and a Business without all documents
 * waits for them unless its version refuses it; both have a url. Everything else is complete.
 */
const outcomeOf = (submission: Submission, behaviours: Behaviours, id: string): Outcome => {
  switch (submission.kind) {
    case 'Link':
      return { status: 'Pending', url: `${hosted}/flows/${id}`, withEdd: submission.withEdd }
    case 'Person':
      return {
        status: 'Processed',
        ...defined({ country: submission.residence }),
        withEdd: submission.hasEddQuestionnaire,
      }
    case 'Business': {
      const { country } = submission.company
      const isAwaited = missingGroups(submission, behaviours).length > 0
      const url = isAwaited ? `${hosted}/resume/${id}` : undefined
      return { status: isAwaited ? 'Pending' : 'Processed', ...defined({ url, country }) }
    }
    case 'Token':
      return { status: 'Processed', withEdd: submission.hasEddQuestionnaire }
  }
}

const inProgress: ReadonlySet<string> = new Set(['Pending', 'Processed', 'PendingReview'])

/** The submission in a body. Throws `RefusedSubmission`, or `RefusedLink` for a Link. */
const accept = (call: SubmissionCall, customer: CustomerRecord): Submission => {
  const { service, behaviours, body, violation } = call
  const submission = readSubmission(body)
  if (submission === undefined) {
    const message = violation ?? 'the request body cannot be read as a submission'
    throw new RefusedSubmission([identificationError('invalid_request', message, beneficiaryIn(message))])
  }
  if (submission.kind === 'Link' && violation !== undefined) throw new RefusedLink(violation)
  const now = service.clock()
  const isTolerated = isIndustryTypeEnough(submission, service) && violation?.includes("'industry'")
  const found = judge(submission, {
    now,
    behaviours,
    usesAlternative: service.usesAlternative,
    customerEmail: customer.email,
    violation: isTolerated ? undefined : violation,
    uploadWasBlocked: customer.uploadBlockedAt !== undefined,
  })
  const errors = service.faults.verdict(found, { submission, behaviours, now })
  // The customer's next attempt is accepted.
  if (errors.some(({ code }) => code === 'duplicate_upload_blocked'))
    service.store.customers.save({ ...customer, uploadBlockedAt: now })
  if (errors.length === 0) return submission
  const hasNulls = service.usesAlternative('null-beneficiary-index')
  throw new RefusedSubmission(hasNulls ? withNullIndexes(errors) : errors)
}

const checkOrder = (service: Service, customer: CustomerRecord): void => {
  if (customer.hold === 'Archived') throw new Refusal(409, archived)
  const signsFirst = service.behavioursOf(customer.version)['signings-first']
  if (signsFirst && customer.state === 'SigningsRequired' && service.faults.checks(true, 'terms-first'))
    throw new Refusal(409, 'the customer has to sign its terms before it is identified')
  const latest = newest(service.store.identifications, ofCustomer(customer))
  const isInProgress = latest !== undefined && inProgress.has(latest.status)
  if (service.faults.checks(isInProgress, 'in-progress'))
    throw new Refusal(409, 'an identification of the customer is already in progress')
}

/** Rules receive the unvalidated body, because their codes take precedence over violations of the document. */
export const submissionHandlers = {
  createCustomerIdentificationV2: (call) => {
    const { service, partnerId } = call
    const customer = customerOf(call, call.path.id)
    const submission = accept(call, customer)
    checkOrder(service, customer)
    const id = service.random.uuid('identification')
    const now = service.clock()
    const record = {
      id,
      partnerId,
      customerId: customer.id,
      ...outcomeOf(submission, call.behaviours, id),
      ...answersOf(call),
      createdAt: now,
      updatedAt: now,
    }
    service.store.identifications.save(record)
    return { status: 201, body: renderIdentification(service.store, record) }
  },
} satisfies JudgingHandlers

import { archived, customerOf } from '../customer/records.js'
import type { JudgingHandlers, RawCall } from '../service/call.js'
import { Refusal } from '../primitives/refusal.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { newest, ofCustomer } from '../state/lookup.js'
import { RefusedLink, RefusedSubmission, withNullIndexes } from './submission/errors.js'
import { judge } from './judge.js'
import { outcomeOf } from './outcome.js'
import { answersOf } from './questionnaire.js'
import { renderIdentification } from './render.js'
import { isIndustryTypeEnough } from './rules/questionnaires.js'
import { refuseViolation } from './rules/invalid-request.js'
import type { Submission } from './submission/model.js'
import { readSubmission } from './submission/read.js'

type SubmissionCall = RawCall<'createCustomerIdentificationV2'>

const inProgress: ReadonlySet<string> = new Set(['Pending', 'Processed', 'PendingReview'])

/** Records that an upload was blocked, so that the customer's next attempt is accepted. */
const rememberBlock = ({ store, clock }: Service, customer: CustomerRecord): void =>
  store.customers.save({ ...customer, uploadBlockedAt: clock() })

/**
 * The violation of the document, unless it is only a missing industry that the version tolerates. Only one violation
 * is reported, so others that it hides are tolerated too.
 */
const weighed = (
  service: Service,
  submission: Submission,
  violation: string | undefined,
): string | undefined =>
  isIndustryTypeEnough(submission, service) && violation?.includes("'industry'") ? undefined : violation

/** The submission in a body. Throws `RefusedSubmission`, or `RefusedLink` for a Link. */
const accept = (
  { service, behaviours, body, violation }: SubmissionCall,
  customer: CustomerRecord,
): Submission => {
  const submission = readSubmission(body)
  if (submission === undefined)
    throw new RefusedSubmission(
      refuseViolation(violation ?? 'the request body cannot be read as a submission'),
    )
  if (submission.kind === 'Link' && violation !== undefined) throw new RefusedLink(violation)
  const now = service.clock()
  const found = judge(submission, {
    now,
    behaviours,
    usesAlternative: service.usesAlternative,
    customerEmail: customer.email,
    violation: weighed(service, submission, violation),
    uploadWasBlocked: customer.uploadBlockedAt !== undefined,
  })
  const errors = service.faults.verdict(found, { submission, behaviours, now })
  if (errors.some(({ code }) => code === 'duplicate_upload_blocked')) rememberBlock(service, customer)
  if (errors.length > 0)
    throw new RefusedSubmission(
      service.usesAlternative('null-beneficiary-index') ? withNullIndexes(errors) : errors,
    )
  return submission
}

const checkOrder = (service: Service, customer: CustomerRecord): void => {
  if (customer.hold === 'Archived') throw new Refusal(409, archived)
  const signsFirst = service.behavioursOf(customer.version)['signings-first']
  if (signsFirst && customer.state === 'SigningsRequired' && service.faults.checks(true, 'terms-first'))
    throw new Refusal(409, 'the customer has to sign its terms before it is identified')
  const latest = newest(service.store.identifications, ofCustomer(customer))
  if (latest !== undefined && inProgress.has(latest.status))
    throw new Refusal(409, 'an identification of the customer is already in progress')
}

/**
 * POST /customers/{id}/identifications/v2. Rules receive the unvalidated body, because their codes take precedence
 * over violations of the document.
 */
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
      kind: submission.kind,
      ...outcomeOf(submission, call.behaviours, id),
      ...answersOf(call),
      createdAt: now,
      updatedAt: now,
    }
    service.store.identifications.save(record)
    return { status: 201, body: renderIdentification(service.store, record) }
  },
} satisfies JudgingHandlers

import type { Handlers } from '../service/call.js'
import type { CustomerRequirements, IdentificationStatus } from '../api/schemas.js'
import type { Service } from '../service/service.js'
import type { CustomerRecord } from '../state/records.js'
import { newest, ofCustomer } from '../state/repository.js'
import { customerOf } from './customers.js'

type Bucket = 'complete' | 'issues' | 'missing' | 'pending'

/** The list of an identification: supplied by the customer, or missing. */
const buckets: Readonly<Record<IdentificationStatus, Bucket>> = {
  Pending: 'missing',
  Processed: 'pending',
  PendingReview: 'pending',
  Approved: 'complete',
  Declined: 'issues',
  Expired: 'missing',
  Archived: 'missing',
}

const requirementsOf = ({ store }: Service, customer: CustomerRecord): CustomerRequirements => {
  const latest = newest(store.identifications, ofCustomer(customer))
  const bucket = latest === undefined ? 'missing' : buckets[latest.status]
  const category = customer.type === 'Person' ? 'kyc' : 'kyb'
  const due = bucket === 'missing' || bucket === 'issues'
  const item = {
    code: `identification_${category}` as const,
    missing_questions: [],
    reject_labels: [],
    reject_reasons: [],
    ...(latest === undefined ? {} : { identification_id: latest.id }),
    ...(due ? { retryable: true } : {}),
  }
  return {
    complete: [],
    issues: [],
    missing: [],
    pending: [],
    requirements_due: due ? [category] : [],
    [bucket]: [item],
  }
}

/** GET /customers/{id}/requirements: the only requirement of the sandbox is an approved identification. */
export const requirementHandlers = {
  getCustomerRequirements: (call) => ({
    status: 200,
    body: requirementsOf(call.service, customerOf(call, call.path.id)),
  }),
} satisfies Handlers

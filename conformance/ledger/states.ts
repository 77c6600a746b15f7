import { inSection, type Statement } from './statement.js'

const onboarding = inSection('States, customer onboarding')
const identification = inSection('States, identification')
const rails = inSection('States, fiat rails')
const others = inSection('States, other statuses')

/** States and transitions. */
export const statesStatements: readonly Statement[] = [
  onboarding.judged(
    'A customer created under 2026-08-01 starts in SigningsRequired.',
    'customers/onboarding-order',
  ),
  onboarding.judged(
    'A customer created under an earlier version starts in IdentificationRequired.',
    'customers/onboarding-order',
  ),
  onboarding.judged(
    'A customer created without a version starts in IdentificationRequired.',
    'customers/onboarding-default',
  ),
  onboarding.judged(
    'A customer created with an empty version starts in IdentificationRequired.',
    'customers/onboarding-default',
  ),
  onboarding.judged('The version is pinned to the customer for its lifetime.', 'customers/pinned'),
  onboarding.judged('The order is kept whatever header is sent later.', 'customers/pinned'),
  onboarding.judged(
    'Terms are signed before identification data is collected.',
    'required-signings/before-identification',
  ),
  onboarding.unjudged(
    'New terms send affected customers of 2026-08-01 back to SigningsRequired.',
    'unobservable',
    'no operation that publishes terms is shown',
  ),
  onboarding.unjudged(
    'Transitions between other customer states.',
    'not-promised',
    'not shown in the specification',
  ),
  ...['Pending', 'Processed', 'PendingReview', 'Approved', 'Declined', 'Expired', 'Archived'].map((status) =>
    identification.unjudged(`What ${status} means.`, 'definition', 'the meaning follows from no request'),
  ),
  identification.judged(
    'A resume url exists on an identification that has not been started.',
    'identification/resume-url',
  ),
  identification.unjudged(
    'A resume url exists on a business submission that waits on missing items.',
    'not-promised',
    'which submissions wait, and which are refused, is not shown',
  ),
  identification.unjudged(
    'Transitions of identifications.',
    'not-promised',
    'not shown in the specification',
  ),
  ...rails.each(
    ['Active', 'Pending', 'Unavailable', 'Blocked', 'Maintenance'],
    (status) => `A rail can be ${status}, and nothing that is not listed.`,
    'abilities/rail-status',
  ),
  rails.unjudged('Transitions of rails.', 'not-promised', 'not shown in the specification'),
  others.unjudged('A fiat address can reach Registered.', 'not-promised', 'when it does is not shown'),
  others.unjudged(
    'Statuses of transactions and autoramps.',
    'not-promised',
    'not shown in the specification',
  ),
]

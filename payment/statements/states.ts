import { definition, judged, notPromised, open, scenario, section, unobservable } from './statement.js'

/** States and transitions. */
export const stateSections = [
  section(
    'States, customer onboarding',
    'A customer is onboarded by signing terms and by being identified. Which of the two comes first is decided when the customer is created: SigningsRequired is the first state where terms come first, IdentificationRequired where they do not.',
    {
      'customers/onboarding-order': scenario(
        'The version decides the first state',
        'A customer created from 2026-08-01 on starts in SigningsRequired, an earlier one in IdentificationRequired.',
        { needs: ['writes'] },
      ),
      'customers/onboarding-default': scenario(
        'No version keeps the original order',
        'A customer created without a version starts in IdentificationRequired.',
        {
          versions: 'service',
          needs: ['writes'],
          details: ['An empty version counts as none.'],
        },
      ),
      'customers/pinned': scenario(
        'The order is pinned',
        'The onboarding order is kept for the lifetime of the customer, whatever header is sent later.',
        { needs: ['writes'] },
      ),
      'terms-first': judged(
        'Where terms come first, they are signed before data for an identification is collected.',
        ['required-signings/before-identification'],
      ),
      'new-terms': unobservable(
        'New terms send customers who were created from 2026-08-01 on back to SigningsRequired.',
        'no operation that publishes terms is shown',
      ),
      'customers/next-states': open(
        'States after the first',
        'Transitions between other customer states.',
        'not shown in the specification',
      ),
    },
  ),
  section('States, identification', 'An identification has one of the statuses of the enumeration.', {
    meanings: definition('Each status has a meaning.', 'the meaning follows from no request', [
      'Pending: it was not begun, or a business has to hand in something that is missing.',
      'Processed: everything was handed in.',
      'PendingReview: compliance can review it.',
      'Approved and Declined: it was decided.',
      'Expired: it was never completed.',
      'Archived: it is not active any more.',
    ]),
    'identification/resume-url': scenario(
      'A pending Link can be resumed',
      'While an identification is Pending because the customer has not started, a resume url exists on it.',
      { needs: ['writes'] },
    ),
    'resume-business': notPromised(
      'A resume url exists on a business submission that waits on missing items.',
      'which submissions wait, and which are refused, is not shown',
    ),
    transitions: notPromised('Transitions of identifications.', 'not shown in the specification'),
  }),
  section('States, fiat rails', 'A rail is a way of paying fiat in or out, such as a bank transfer.', {
    status: judged('A rail is Active, Pending, Unavailable, Blocked or Maintenance.', [
      'abilities/rail-status',
    ]),
    transitions: notPromised('Transitions of rails.', 'not shown in the specification'),
  }),
  section('States, other statuses', '', {
    registered: notPromised('A fiat address can reach Registered.', 'when it does is not shown'),
    unshown: notPromised('Statuses of transactions and autoramps.', 'not shown in the specification'),
  }),
] as const

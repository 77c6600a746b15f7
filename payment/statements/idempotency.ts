import { open, scenario, section } from './statement.js'

const needs = ['writes'] as const

/** Endpoints: idempotency. */
export const idempotencySections = [
  section(
    'Endpoints, idempotency',
    'A POST may carry a key of the caller in the header IDEMPOTENCY-KEY, so that it can be sent again without being carried out again.',
    {
      'idempotency/optional': scenario(
        'The idempotency key is optional',
        'A POST may carry IDEMPOTENCY-KEY; it is served without one.',
        { severity: 'warning', needs },
      ),
      'documents/optional-key': open(
        'Documents that require a key',
        'Whether documents require IDEMPOTENCY-KEY, which a POST may carry.',
        'public documents require what a caller may leave out; what a POST without the key gets is judged',
        { versions: 'all' },
      ),
      'idempotency/replay-status': scenario(
        'A replay has the stored status',
        'A retried POST with the same IDEMPOTENCY-KEY returns the stored status.',
        { needs },
      ),
      'idempotency/replay-body': scenario(
        'A replay has the stored body',
        'A retried POST with the same IDEMPOTENCY-KEY returns the stored body.',
        { needs },
      ),
      'idempotency/replay-headers': scenario(
        'A replay has no version echo',
        'A replay comes without response headers, so without an X-API-Version echo.',
        { needs },
      ),
      'idempotency/other-key': scenario(
        'Another key is another request',
        'Only a POST with the same key is a retry: one with another key is carried out.',
        { needs },
      ),
      'idempotency/concurrent': scenario(
        'Two at once are answered once',
        'Of two POSTs sent at once with one key, at most one is carried out.',
        { severity: 'warning', needs },
      ),
      'idempotency/other-body': open(
        'One key, two bodies',
        'What a different body under a used key gets.',
        'not shown in the specification',
        { needs },
      ),
      'idempotency/other-version': open(
        'One key, two versions',
        'What a retry under another version gets.',
        'the scope of a key is not shown',
        { needs },
      ),
      'idempotency/other-operation': open(
        'One key, two operations',
        'What a used key gets on another operation.',
        'the scope of a key is not shown',
        { needs },
      ),
      'idempotency/key-form': open(
        'What a key looks like',
        'Which texts a service takes as a key.',
        'no format is shown',
        { needs },
      ),
      'idempotency/failures': open(
        'Replay of a refusal',
        'Whether the answer to a refused POST is stored too.',
        'whether failures are stored is not stated',
        { needs },
      ),
    },
  ),
] as const

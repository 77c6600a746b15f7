import {
  client,
  judged,
  notPromised,
  ofDocuments,
  open,
  scenario,
  section,
  unobservable,
} from './statement.js'

const versions = 'service'

/** Authentication. */
export const authenticationSections = [
  section('Authentication 1', 'A partner authenticates by its API key, in the header X-API-Key.', {
    'authentication/key-required': scenario(
      'A key is required',
      'API requests carry X-API-Key: without it none is served.',
      { versions },
    ),
    'authentication/unknown-key': scenario(
      'An unknown key is refused',
      'API requests carry the key of a partner: any other is not served.',
      { versions, needs: ['api-key'] },
    ),
    'authentication/key-in-header': scenario(
      'The key stands in its header',
      'API requests carry the header X-API-Key: one that has the key only in the query or as a bearer token is not served.',
      { versions, needs: ['api-key'] },
    ),
    'authentication/scheme': ofDocuments(
      'The documents name the key',
      'The scheme is an API key in the header X-API-Key.',
      { also: ['documents/shown'] },
    ),
    'every-operation': judged(
      'No operation that the document protects is served without a key, or with one that nobody has.',
      ['security/required'],
    ),
  }),
  section('Authentication 2', '', {
    'spec-documents/no-key': scenario(
      'Documents need no key',
      'The endpoints under /spec answer without X-API-Key.',
      { versions },
    ),
  }),
  section(
    'Authentication 3',
    'Webhooks are authenticated by a signature, an HMAC-SHA256 under the secret of the webhook; how is stated with their [delivery](#events-delivery).',
    {
      'secret-once': unobservable(
        'The secret of a webhook is shown once, when it is registered.',
        'it is shown in the dashboard',
      ),
      'lost-secret': client(
        'Who lost the secret registers a new webhook.',
        'it is what the partner does then',
      ),
    },
  ),
  section('Authentication 4', 'X-SUB-PARTNER-ID narrows some reads to one sub-partner.', {
    'authentication/sub-partner': ofDocuments(
      'The sub-partner is optional',
      'X-SUB-PARTNER-ID is an optional header.',
    ),
    'authentication/sub-partner-optional': scenario(
      'Reads are served without a sub-partner',
      'X-SUB-PARTNER-ID is optional: what is served with it is served without it.',
      { versions, needs: ['api-key'] },
    ),
    scope: notPromised('X-SUB-PARTNER-ID scopes some reads.', 'which reads, and how, is not shown'),
  }),
  section('Authentication 5', '', {
    rotation: notPromised('How keys are issued or rotated.', 'not shown in the specification'),
  }),
] as const

/** Errors: which of them a caller without a right key gets. */
export const refusalSections = [
  section('Errors', 'A request that is not served is answered with one of a few statuses.', {
    'authentication/refusal-status': open(
      '401, 403 or 404',
      'Which condition yields 401, 403 or 404 on each operation.',
      'not shown in the specification',
    ),
  }),
] as const

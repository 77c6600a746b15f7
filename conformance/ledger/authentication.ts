import { inSection, type Statement } from './statement.js'

const first = inSection('Authentication 1')
const second = inSection('Authentication 2')
const third = inSection('Authentication 3')
const fourth = inSection('Authentication 4')
const fifth = inSection('Authentication 5')

/** Authentication. */
export const authenticationStatements: readonly Statement[] = [
  first.judged('Requests carry X-API-Key: without it none is served.', 'authentication/key-required'),
  first.judged('The key is that of a partner: an unknown one is not served.', 'authentication/unknown-key'),
  first.judged('The scheme is an API key in a header.', 'authentication/scheme', 'documents/shown'),
  first.judged('The key is taken from X-API-Key and from nowhere else.', 'authentication/key-in-header'),
  second.judged('The endpoints below /spec need no key.', 'spec-documents/no-key'),
  third.unjudged('The webhook secret is shown once.', 'unobservable', 'it is shown in the dashboard'),
  third.unjudged('A lost secret means a new webhook.', 'client', 'it is what the partner does then'),
  fourth.judged(
    'X-SUB-PARTNER-ID is optional.',
    'authentication/sub-partner',
    'authentication/sub-partner-optional',
  ),
  fourth.unjudged(
    'X-SUB-PARTNER-ID scopes some reads.',
    'not-promised',
    'which reads, and how, is not shown',
  ),
  fifth.unjudged('How keys are issued or rotated.', 'not-promised', 'not shown in the specification'),
]

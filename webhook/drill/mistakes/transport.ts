import { alone, type Pattern } from './mistake.js'

/** Mistakes of the server in front of the code. */
export const ofTransport: readonly Pattern[] = [
  alone(
    'content-type',
    'content-type#*',
    'Your receiver compares the content type as a text, and refuses it with a charset.',
    'Compare the media type alone, without parameters.',
  ),
  alone(
    'header-case',
    'header-case#*',
    'Your receiver reads headers by one spelling of their names.',
    'Look up headers case-insensitively.',
  ),
  {
    name: 'first-part-only',
    title: 'Your receiver does not read the body to its end: it verifies the part that came first.',
    fix: 'Put all parts of the body together before you verify it.',
    when: ['slow-body#*'],
    explains: ['slow-body#*', 'split-letters#*'],
  },
  alone(
    'text-of-parts',
    'split-letters#*',
    'Your receiver makes text of each part of the body: letters whose bytes come in two parts are lost.',
    'Collect bytes, join them (Buffer.concat), and make text of the whole afterwards.',
  ),
  alone(
    'kept-connection',
    'keep-alive#*',
    'Your receiver fails on a connection that serves more than one event.',
    'Read each body to its end, or close the connection with the answer.',
  ),
  alone(
    'silent-refusal',
    'answered-refusal#silent',
    'Your receiver never answers what it refuses, and lets the sender wait.',
    'Send a status, such as 401, on every way out of the handler.',
  ),
  alone(
    'closed-refusal',
    'answered-refusal#closed',
    'Your receiver closes the connection on what it refuses, without a status, as a server does that breaks.',
    'Answer 401: whoever reads the log of the sender cannot tell a refusal from an outage.',
  ),
  alone(
    'redirected-refusal',
    'answered-refusal#redirect',
    'Your receiver answers what it refuses with a redirect.',
    'Answer 401: no sender of webhooks follows a redirect.',
  ),
  alone(
    'other-refusal',
    'answered-refusal#*',
    'Your receiver answers what it refuses with a status that says something else: 503 or 501.',
    'Answer 401: a sender may pause what is said to be unavailable.',
  ),
  alone(
    'slow',
    'quick#*',
    'Your receiver needs more than half of the time that the sender waits.',
    'Store the event, acknowledge it, and process it afterwards.',
  ),
  alone(
    'unsteady',
    'steady#*',
    'Your receiver stops taking valid events after what was sent to it.',
    'Refuse what is wrong with a status, and go on: catch what your code throws, and ban nobody for a wrong signature.',
  ),
]

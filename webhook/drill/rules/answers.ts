import type { AnswerRule } from './rule.js'

/** Rules about all responses of the run. */
export const answerRules: readonly AnswerRule[] = [
  {
    id: 'receiver/uncaught-exception',
    title: 'No delivery causes an exception',
    section: 'Events, delivery 3 and 5',
    statement:
      'A wrong or unusual delivery is acknowledged or refused with a 4xx. A server error or a closed connection is the sign of an uncaught exception.',
    fix: 'Check values before you use them, and catch exceptions of parsers and comparisons.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/secret-in-answer',
    title: 'No response contains the secret',
    section: 'Events, delivery 3',
    statement: 'No response contains the secret in any encoding: not in its body, headers or status text.',
    fix: 'Refuse with a status and a short message. Write configuration and errors to the log. Then rotate the secret.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/digest-in-answer',
    title: 'No response contains the expected digest',
    section: 'Events, delivery 3',
    statement: 'No response contains the right signature, because a reader could forge any event with it.',
    fix: 'Refuse with a status and a short message, and never with "expected ..., got ...", not even in debug output.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/trace-in-answer',
    title: 'No response contains a stack trace',
    section: 'Good practice, from Events, delivery 5',
    statement: 'No response names files, lines or libraries of the receiver. These belong in its log.',
    fix: 'Answer with a status and a short message, write exceptions to the log, and disable the debug pages of your framework.',
    severity: 'warning',
    due: 'every-answer',
  },
]

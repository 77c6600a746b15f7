import type { AnswerRule } from './rule.js'

/** Rules about all responses of the run. */
export const answerRules: readonly AnswerRule[] = [
  {
    id: 'receiver/uncaught-exception',
    title: 'No delivery breaks the code',
    section: 'Events, delivery 3 and 5',
    statement:
      'Whatever is wrong or odd about a delivery is refused with a 4xx, or acknowledged: not with a server error or a closed connection, as what nobody catches.',
    mend: 'Check what you read before you use it, and catch what parsers and comparisons throw: a forged delivery is refused, and an odd one is no outage.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/secret-in-answer',
    title: 'No answer shows the secret',
    section: 'Events, delivery 3',
    statement:
      'The secret stands in no answer: not in its body, its headers or its status text, in whatever encoding.',
    mend: 'Answer a refusal with a status and a word; keep configuration and errors in the log. Then rotate the secret.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/digest-in-answer',
    title: 'No answer shows the digest that was expected',
    section: 'Events, delivery 3',
    statement:
      'What would have been the right signature is told to nobody: whoever reads it can sign whatever he likes.',
    mend: 'Answer a refusal with a status and a word; never with "expected ..., got ...", in debug output neither.',
    severity: 'error',
    due: 'every-answer',
  },
  {
    id: 'receiver/trace-in-answer',
    title: 'No answer shows a stack trace',
    section: 'Good practice, from Events, delivery 5',
    statement: 'No answer tells of files, lines and libraries of the receiver: they belong into its log.',
    mend: 'Answer with a status and a word, write what was thrown to the log, and switch the debug pages of your framework off.',
    severity: 'warning',
    due: 'every-answer',
  },
]

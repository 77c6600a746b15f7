import { alone, type Pattern } from './mistake.js'

/** Mistakes in the content of responses. */
export const ofAnswers: readonly Pattern[] = [
  alone(
    'secret-leaked',
    'secret-in-answer#*',
    'Your receiver shows its secret in its answers: whoever reads them can sign whatever he likes.',
    'Answer with a status and a word, keep configuration and errors in the log, and rotate the secret.',
  ),
  alone(
    'digest-leaked',
    'digest-in-answer#*',
    'Your receiver shows the signature that it expected: whoever sends a wrong one is given the right one.',
    'Answer with a status and a word; never with "expected ..., got ...".',
  ),
  alone(
    'trace-shown',
    'trace-in-answer#*',
    'Your receiver shows stack traces in its answers: files, lines and libraries that help whoever attacks it.',
    'Write what was thrown to the log, answer with a status and a word, and switch debug pages off.',
  ),
]

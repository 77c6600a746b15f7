import { inSection, type Statement } from './statement.js'

const errors = inSection('Errors, general')

/** Errors, general. */
export const errorsStatements: readonly Statement[] = [
  errors.judged('The body of 400 is a string, apart from the two exceptions.', 'errors/bad-request-body'),
  ...errors.each(
    ['401', '403', '404'],
    (status) => `The body of ${status} is a string.`,
    'errors/string-body',
    'documents/statements',
  ),
  errors.judged(
    '409 answers required signings before 2026-08-01 when nothing is outstanding.',
    'required-signings/conflict-when-none',
  ),
  ...errors.each(
    ['message', 'trace_id'],
    (name) => `The body of 500 has ${name}, a string.`,
    'errors/api-error',
    'documents/statements',
  ),
  errors.unjudged('trace_id finds the log.', 'unobservable', 'the log is not seen from outside'),
  errors.unjudged(
    'Which condition yields 401, 403 or 404 on each operation.',
    'not-promised',
    'not shown; noted by errors/conditions',
  ),
]

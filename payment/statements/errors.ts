import { judged, observer, open, section, unobservable } from './statement.js'

/** Errors, general. */
export const errorSections = [
  section('Errors, general', '', {
    'errors/bad-request-body': observer(
      'A bad request is answered with a string',
      'The body of 400 is a string, apart from the version error and the structured errors of identifications.',
    ),
    'errors/string-body': observer('Refusals are strings', 'The body of 401, 403 and 404 is a string.', {
      also: ['documents/statements'],
    }),
    conflict: judged('409 answers required signings before 2026-08-01 when nothing is outstanding.', [
      'required-signings/conflict-when-none',
    ]),
    'errors/api-error': observer(
      'Failures carry a trace',
      'The body of 500 is an object with message and trace_id.',
      { also: ['documents/statements'], details: ['Both are strings.'] },
    ),
    trace: unobservable('trace_id finds the failure in the log.', 'the log is not seen from outside'),
    failures: judged(
      'Whatever a caller sends is served or refused: 500 and above are failures of the service.',
      ['answers/server-error'],
    ),
    'errors/conditions': open(
      'Which refusal comes when',
      'Which condition yields 400, 401, 403 or 404 on each operation.',
      'not shown in the specification',
      { versions: 'all', needs: ['api-key'] },
    ),
  }),
] as const

import type { Rule } from './rule.js'

export const errorsRules: readonly Rule[] = [
  {
    id: 'errors/string-body',
    kind: 'observer',
    title: 'Refusals are strings',
    section: 'Errors, general',
    statement: 'The body of 401, 403 and 404 is a string.',
    versions: 'all',
    severity: 'error',
    needs: [],
  },
  {
    id: 'errors/api-error',
    kind: 'observer',
    title: 'Failures carry a trace',
    section: 'Errors, general',
    statement: 'The body of 500 is an object with message and trace_id.',
    versions: 'all',
    severity: 'error',
    needs: [],
  },
  {
    id: 'errors/bad-request-body',
    kind: 'observer',
    title: 'A bad request is answered with a string',
    section: 'Errors, general',
    statement:
      'The body of 400 is a string, apart from the version error and the structured errors of identifications.',
    versions: 'all',
    severity: 'error',
    needs: [],
  },
  {
    id: 'errors/conditions',
    kind: 'open',
    title: 'Which refusal comes when',
    section: 'Errors, general',
    statement: 'Which condition yields 400, 401, 403 or 404 on each operation.',
    versions: 'all',
    severity: 'error',
    needs: ['api-key'],
    reason: 'not shown in the specification',
  },
]

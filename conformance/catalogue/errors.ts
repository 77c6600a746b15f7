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
]

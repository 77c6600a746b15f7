import type { Rule } from './rule.js'

export const autorampRules: readonly Rule[] = [
  {
    id: 'autoramp/read',
    kind: 'scenario',
    title: 'An autoramp can be read',
    section: 'Endpoints, GET /autoramps/{id}',
    statement: 'GET /autoramps/{id} reads an autoramp.',
    versions: 'all',
    severity: 'error',
    needs: ['writes'],
  },
]

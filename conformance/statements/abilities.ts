import type { Rule } from './rule.js'

export const abilitiesRules: readonly Rule[] = [
  {
    id: 'abilities/fields',
    kind: 'scenario',
    title: 'Abilities have their parts',
    section: 'Endpoints, GET /customers/{id}/abilities',
    statement: 'The answer has fiat_deposit, fiat_payout and a currencies array.',
    versions: 'all',
    severity: 'error',
    needs: ['customer'],
  },
  {
    id: 'abilities/rail-status',
    kind: 'scenario',
    title: 'Rails have a known status',
    section: 'Resources, enumerations',
    statement: 'Each rail leaf is Active, Pending, Unavailable, Blocked or Maintenance.',
    versions: 'all',
    severity: 'error',
    needs: ['customer'],
  },
  {
    id: 'abilities/flows',
    kind: 'scenario',
    title: 'Flows are the five named',
    section: 'Endpoints, GET /customers/{id}/abilities',
    statement: 'The flows of a currency are mint, redeem, onramp, offramp and swap.',
    versions: 'all',
    severity: 'warning',
    needs: ['customer'],
  },
]

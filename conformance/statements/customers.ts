import type { Rule } from './rule.js'

export const customersRules: readonly Rule[] = [
  {
    id: 'customers/onboarding-order',
    kind: 'scenario',
    title: 'The version decides the first state',
    section: 'States, customer onboarding',
    statement:
      'A customer created from 2026-08-01 on starts in SigningsRequired, an earlier one in IdentificationRequired.',
    versions: 'all',
    severity: 'error',
    needs: ['writes'],
  },
  {
    id: 'customers/onboarding-default',
    kind: 'scenario',
    title: 'No version keeps the original order',
    section: 'States, customer onboarding',
    statement: 'A customer created without a version starts in IdentificationRequired.',
    versions: 'service',
    severity: 'error',
    needs: ['writes'],
  },
  {
    id: 'customers/pinned',
    kind: 'scenario',
    title: 'The order is pinned',
    section: 'States, customer onboarding',
    statement:
      'The onboarding order is kept for the lifetime of the customer, whatever header is sent later.',
    versions: 'all',
    severity: 'error',
    needs: ['writes'],
  },
  {
    id: 'customers/next-states',
    kind: 'open',
    title: 'States after the first',
    section: 'States, customer onboarding',
    statement: 'Transitions between other customer states.',
    versions: 'service',
    severity: 'error',
    needs: [],
    reason: 'not shown in the specification',
  },
]

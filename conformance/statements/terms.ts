import type { Rule } from './rule.js'

export const termsRules: readonly Rule[] = [
  {
    id: 'terms/items',
    kind: 'scenario',
    title: 'Terms are items',
    section: 'Endpoints, GET /terms-and-conditions',
    statement: '200 with an array of items, each with id, display_name and url.',
    versions: 'all',
    severity: 'error',
    needs: [],
  },
  {
    id: 'terms/country-required',
    kind: 'scenario',
    title: 'The country is required',
    section: 'Endpoints, GET /terms-and-conditions',
    statement: 'The query parameter country is required.',
    versions: 'all',
    severity: 'error',
    needs: [],
  },
  {
    id: 'terms/global-document',
    kind: 'scenario',
    title: 'One document for all countries',
    section: 'Endpoints, GET /terms-and-conditions',
    statement: 'For customers of 2026-08-01 one global document is returned whatever the country.',
    versions: { from: 'global-terms' },
    severity: 'warning',
    needs: [],
  },
]

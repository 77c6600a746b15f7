import type { Rule } from './rule.js'

/** Rules about the enumerations in the documents. */
export const enumerationsRules: readonly Rule[] = [
  {
    id: 'enumerations/identification-status',
    kind: 'observer',
    title: 'Identifications have the statuses listed',
    section: 'Resources, enumerations',
    statement: 'The status of an identification is one of those listed.',
    versions: 'all',
    severity: 'error',
    needs: [],
  },
  {
    id: 'enumerations/decided-identifications',
    kind: 'open',
    title: 'Which statuses follow a decision',
    section: 'Resources, enumerations',
    statement: 'Which statuses an identification has once it was declined, and once it was archived.',
    versions: 'all',
    severity: 'error',
    needs: ['writes'],
    reason: 'transitions are not shown; whatever comes is held against the list of statuses',
  },
  {
    id: 'enumerations/documents',
    kind: 'scenario',
    title: 'The documents list the values',
    section: 'Resources, enumerations',
    statement: 'Values that the document lists for an enumeration are those of the specification.',
    versions: { from: '2026-08-01' },
    severity: 'error',
    needs: [],
  },
  {
    id: 'enumerations/event-kinds',
    kind: 'scenario',
    title: 'The documents list the event kinds',
    section: 'Events, event kinds',
    statement: 'Where a document lists delivered types or topics, none of the event kinds is missing.',
    versions: { from: '2026-08-01' },
    severity: 'error',
    needs: [],
  },
  {
    id: 'enumerations/older-documents',
    kind: 'scenario',
    title: 'Older documents list the values',
    section: 'Resources, enumerations',
    statement:
      'Values that the document of an earlier version lists for an enumeration are those of the specification, which names no version for any of them.',
    versions: { before: '2026-08-01' },
    severity: 'warning',
    needs: [],
  },
]

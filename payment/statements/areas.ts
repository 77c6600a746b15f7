/** The first part of every rule id, in the order in which rules are listed and run. */
export const areas = [
  'versioning',
  'spec-documents',
  'authentication',
  'idempotency',
  'documents',
  'errors',
  'enumerations',
  'quote',
  'terms',
  'required-signings',
  'customers',
  'abilities',
  'autoramp',
  'operations',
  'identification',
  'webhooks',
] as const

export type Area = (typeof areas)[number]

/** One version of the service with the changes that it introduced, by the names that other code uses. */
export interface VersionEntry {
  /** The date, as `X-API-Version` spells it. */
  readonly version: string
  readonly changes: Readonly<Record<string, string>>
}

/**
 * The versions that the specification describes, oldest first, with their changes since the previous one (Versioning,
 * change table). Dates occur only here: rules, sandbox behaviours, faults and tests name a change, so that adding a
 * version is one entry here.
 */
export const versionTable = [
  { version: '2025-03-13', changes: {} },
  {
    version: '2026-07-01',
    changes: { 'fednow-rail': 'deposit_rails can include a FedNow member' },
  },
  {
    version: '2026-08-01',
    changes: {
      'signings-first': 'customers are created in SigningsRequired',
      'empty-signings-list': 'required-signings returns 200 with an empty list when nothing is outstanding',
      'global-terms': 'one global document for all countries',
      'structured-errors': 'structured identification errors',
      'industry-required': 'business_details.industry required',
      'birth-place-state': 'optional birth_place.state',
      'nested-company-documents': 'nested business beneficiary document needs reduced',
      'company-documents-required': 'a Business without its company documents is refused',
      'ten-percent-fallback': '10% fallback thresholds for the CDD certification and for UBO share',
      'company-structure': 'root-level Director and qualifying owner required',
      'foundation-purposes': 'PrivateFoundation purpose restriction',
    },
  },
] as const satisfies readonly VersionEntry[]

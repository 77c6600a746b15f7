/**
 * Rules that the evidence of a fault breaks besides the rule that the fault is named after, each with the reason.
 * A fault that does not stand here is reported by its own rule and by no other.
 */
export const alsoBroken: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'abilities/fields': { 'documents/body': 'the document requires the field' },
  'abilities/rail-status': { 'documents/body': 'the document enumerates the statuses' },
  'errors/string-body': { 'documents/body': 'the document declares a string' },
  'idempotency/replay-status': { 'documents/status': 'the document declares the stored status alone' },
  'quote/enumerations': { 'documents/body': 'the document enumerates the values' },
  'quote/fee': { 'documents/body': 'the document requires the field' },
  'quote/fields': { 'documents/body': 'the document requires the field' },
  'quote/references': { 'documents/body': 'the document limits the text' },
  'required-signings/empty-is-200': { 'documents/status': 'the newest document has no 409 there' },
  'required-signings/items': { 'documents/body': 'the document requires the field' },
  'terms/items': { 'documents/body': 'the document requires the field' },
  'versioning/default-absent': {
    'versioning/echo': 'the version that is due is not the one that is named',
    'customers/onboarding-default': 'a customer made without a version gets the order of the newest',
  },
  'versioning/fednow-rail': { 'documents/body': 'older documents have no such rail' },
}

/** Rules for which no fault can exist, each with the reason. */
export const withoutFault: Readonly<Record<string, string>> = {}

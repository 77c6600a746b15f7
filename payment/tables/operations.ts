/** Endpoints: operations that the specification describes, by method and template. */
export const namedOperations = [
  ['get', '/autoramps/quote'],
  ['get', '/terms-and-conditions'],
  ['get', '/customers/{}/required-signings'],
  ['get', '/customers/{}/abilities'],
  ['post', '/customers'],
  ['post', '/customers/{}/identifications/v2'],
  ['get', '/autoramps/{}'],
  ['post', '/autoramps/{}/quotes'],
] as const

/** The groups of operations, with a path segment of each, if it is known. */
export const operationGroups = {
  Addresses: 'addresses',
  Autoramp: 'autoramps',
  ChronicleCollateral: undefined,
  Currencies: 'cryptocurrencies',
  Customer: 'customers',
  ExchangeRate: 'exchange-rate',
  FeeProfiles: 'fee-profiles',
  Sandbox: 'sandbox',
  Sse: undefined,
  TermsAndConditions: 'terms-and-conditions',
  Webhooks: 'webhooks',
} as const

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

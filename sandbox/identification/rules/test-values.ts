/** Values that simulate facts of an account or a provider; docs/reference/sandbox.md lists them all. */

/** With this email, the account's outsourcing agreement is not signed. */
export const unsignedAgreementEmail = 'agreement-not-signed@sandbox.example'

/** With this email, the account is not enabled for customers of the United Kingdom. */
export const ukNotEnabledEmail = 'uk-not-enabled@sandbox.example'

/** A file that begins with this text is blocked the first time a customer sends it. */
export const duplicateFile = 'sandbox:duplicate-upload'

/** A file that begins with this text is rejected by the provider. */
export const rejectedFile = 'sandbox:provider-rejected'

/** Share tokens that cannot be reused, each with the reason. */
export const rejectedTokens: ReadonlyMap<string, string> = new Map([
  ['sandbox-token-not-approved', 'the identity behind the token is not approved'],
  ['sandbox-token-email-mismatch', 'the identity behind the token has another email'],
  ['sandbox-token-age-restricted', 'the identity behind the token fails an age restriction'],
])

/** Industries on the prohibited list, which the specification does not show. */
export const prohibitedIndustries: ReadonlySet<string> = new Set([
  'AdultEntertainment',
  'ArmsAndMunitions',
  'NarcoticsAndDrugs',
  'ShellBanking',
])

/** Countries prohibited for business KYB, which the specification does not show. */
export const prohibitedCountries: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY'])

/** The purposes that a PrivateFoundation may use its account for; the specification does not show the set. */
export const foundationPurposes: ReadonlySet<string> = new Set([
  'AssetProtection',
  'Investments',
  'TreasuryManagement',
])

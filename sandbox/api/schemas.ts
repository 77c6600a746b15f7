// The sandbox implements the newest version: a new one changes this line.
import type { components, operations } from '#generated/2026-08-01/types.js'

/** The operations of the newest version. */
export type Operations = operations

type Schemas = components['schemas']

export type Account = Schemas['Account']
export type AuthenticationCode = Schemas['AuthenticationCode']
export type Autoramp = Schemas['Autoramp']
export type AutorampQuote = Schemas['AutorampQuote']
export type AutorampSource = Schemas['AutorampSource']
export type AutorampStatus = Schemas['AutorampStatus']
export type AutorampType = Schemas['AutorampType']
export type BankAccountIdentifier = Schemas['BankAccountIdentifier']
export type ComplianceQuestionnaire = Schemas['ComplianceQuestionaire']
export type Currency = Schemas['Currency']
export type Customer = Schemas['Customer']
export type CustomerRequirements = Schemas['CustomerRequirements']
export type CustomerType = Schemas['CustomerType']
export type DepositRail = NonNullable<Autoramp['deposit_rails']>[number]
export type Fee = Schemas['Fee']
export type FeeProfile = Schemas['FeeProfile']
export type FeeSettlement = Schemas['FeeSettlement']
export type FiatAddress = Schemas['FiatAddress']
export type FiatAddressStatus = Schemas['FiatAddressStatus']
export type Identification = Schemas['Identification']
export type IdentificationCode = Schemas['IdentificationErrorCode']
/** One reason for refusing a submission (Errors, Structured identification errors). */
export type IdentificationError = Schemas['IdentificationError']
export type IdentificationRequest = Schemas['IdentificationCreateParamsV2']
export type IdentificationStatus = Schemas['IdentificationStatus']
export type NetworkFeeType = Schemas['NetworkFeeType']
export type OpenBankingPayment = Schemas['ApiAutorampOpenBankingPayment']
export type PaymentNetwork = Schemas['PaymentNetwork']
export type PixAddress = Schemas['PixAddress']
export type RateQuote = Schemas['SignedAutorampRateQuote']
export type RailStatus = Schemas['AbilityStatus']
export type RecipientBankAccount = Schemas['RecipientBankAccount']
export type Signing = Schemas['Signing']
export type SignedQuote = Schemas['SignedAutorampQuote']
export type PaymentTracking = Schemas['PaymentTracking']
export type TermsLink = Schemas['TermsAndConditionsLink']
export type Transaction = Schemas['AutorampTransaction']
export type TransactionOrigin = Schemas['RampTransactionSource']
export type TransactionStatus = Schemas['AutorampTransactionStatus']
export type Webhook = Schemas['Webhook']
/** The route of a payout to an account: the type of its bank identifier, or PIX. */
export type PayoutRoute = BankAccountIdentifier['type'] | 'Pix'
export type Wallet = Schemas['VerifiedAddressResponse']

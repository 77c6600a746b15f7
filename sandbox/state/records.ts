import type * as api from '../api/schemas.js'
import type { Chain } from '../money/money.js'
import type { EventType, Topic } from '../api/event-types.js'
import type { Entity } from './repository.js'

/** A state in which a customer is held regardless of onboarding; `Archived` is permanent. */
export type CustomerHold = 'Suspended' | 'Archived'

/** The states of a customer in the sandbox. */
export type CustomerState = 'SigningsRequired' | 'IdentificationRequired' | 'Active' | CustomerHold

/** A customer. `version` is the one it was created with, whose onboarding it keeps for its lifetime. */
export interface CustomerRecord extends Entity {
  readonly version: string
  readonly state: CustomerState
  readonly hold?: CustomerHold
  readonly subPartnerId?: string
  readonly type: api.CustomerType
  readonly email: string
  readonly name: string
  readonly externalId?: string
  readonly uploadBlockedAt?: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A record that belongs to a customer. */
interface OfCustomer extends Entity {
  readonly customerId: string
  readonly createdAt: Date
}

/** An identification. `country` is the alpha-2 code in the submission, absent for a hosted flow. */
export interface IdentificationRecord extends OfCustomer {
  readonly status: api.IdentificationStatus
  readonly country?: string
  readonly url?: string
  readonly withEdd?: boolean
  /** The answers in a person's submission, if there were any. */
  readonly questionnaire?: Omit<api.ComplianceQuestionnaire, 'id'>
  readonly updatedAt: Date
}

/** A customer's signature of one terms document. */
export interface SigningRecord extends OfCustomer {
  readonly documentId: string
}

/** A bank account of a customer; only a `Registered` one can be used. */
export interface FiatAddressRecord extends OfCustomer {
  readonly status: api.FiatAddressStatus
  readonly bankDetails: api.RecipientBankAccount
  readonly currency: string
  readonly label?: string
  readonly updatedAt: Date
}

/** A wallet of a customer: its own, or one held by a custodian with a DID. */
export interface WalletRecord extends OfCustomer {
  readonly chain: Chain
  readonly address: string
  readonly name?: string
  readonly vaspDid?: string
  /** The message and signature that prove ownership. */
  readonly proof?: { readonly message: string; readonly signature: string }
  readonly disabled: boolean
}

/** A PIX destination of a customer; only a `Registered` one can be used. */
export interface PixAddressRecord extends OfCustomer {
  readonly status: api.PixAddress['status']
  readonly recipient: api.PixAddress['recipient']
  readonly label?: string
  readonly updatedAt: Date
}

/** A code that a customer has to enter to confirm a change of an autoramp or a bank account. */
export interface AuthenticationCodeRecord extends Entity {
  readonly customerId: string
  readonly of: 'autoramp' | 'fiat-address'
  readonly entityId: string
  /** The number of attempts to confirm it. */
  readonly attempts: number
  readonly status: api.AuthenticationCode['status']
  readonly expiresAt: Date
}

/** The names of the texts in payments, as the documents have them. */
export const referenceNames = [
  'wire_message',
  'swift_payment_reference',
  'sepa_payment_reference',
  'ach_payment_reference',
  'fps_payment_reference',
] as const

/** The texts in the payments of an autoramp. */
export type References = { readonly [Name in (typeof referenceNames)[number]]?: string }

/** An autoramp, created from a signed quote or with market rates. */
export interface AutorampRecord extends OfCustomer {
  readonly source: api.AutorampSource
  /** The source currencies; the first is the original one. */
  readonly sources: readonly [api.Currency, ...api.Currency[]]
  readonly destination: api.Currency
  readonly recipient: api.Autoramp['recipient']
  /** The payout route of the recipient's account; absent for a wallet. */
  readonly network?: api.PayoutRoute
  readonly isThirdParty: boolean
  readonly batchPayout: boolean
  readonly payByReference: boolean
  readonly feeProfileId: string
  readonly name?: string
  readonly externalId?: string
  readonly additionalPartnerFee?: string
  readonly paymentReference?: string
  readonly references: References
  /** The quote that it was created from, which cannot be used again. */
  readonly quoteId?: string
  /** The quotes for deposits, newest first, including expired ones. */
  readonly quotes: readonly api.AutorampQuote[]
  readonly status: api.AutorampStatus
}

/** The refund of a failed transaction to its sender. */
interface Refund {
  readonly id: string
  readonly createdAt: Date
}

/** One deposit to an autoramp and its outcome. Amounts are in plain digits, in the two currencies. */
export interface TransactionRecord extends OfCustomer {
  readonly autorampId: string
  readonly sourceCurrency: api.Currency
  readonly destinationCurrency: api.Currency
  readonly amountIn: string
  readonly amountOut: string
  readonly rate: string
  readonly fee: string
  readonly status: api.TransactionStatus
  readonly origin?: api.TransactionOrigin
  readonly refund?: Refund
  /** The provider's id of the open-banking payment that it came from. */
  readonly openBankingId?: string
}

/** A payment to an autoramp from a bank account. The amount is in plain digits. */
export interface OpenBankingPaymentRecord extends OfCustomer {
  readonly autorampId: string
  readonly providerId: string
  readonly amountIn: string
  readonly currency: api.Currency
  readonly status: api.OpenBankingPayment['status']
  /** The deposit that it became on completion. */
  readonly transactionId?: string
}

/** A bank's fee for a transfer; `amount` is in the currency of the rail. */
export interface BankingFee {
  readonly rail: api.PaymentNetwork
  readonly transfer: 'PayIn' | 'PayOut'
  readonly amount: string
}

/** The fees of conversions under a profile of the partner, and when each is settled. Shares are in basis points. */
export interface FeeProfileRecord extends Entity {
  readonly name: string
  /** When the shares of the service and of the partner are settled. */
  readonly settlement: api.FeeSettlement
  readonly networkSettlement: api.FeeSettlement
  readonly partnerBips: number
  readonly bankingFees: readonly BankingFee[]
}

/** An address to which a partner's events are delivered. */
export interface WebhookRecord extends Entity {
  readonly label: string
  readonly url: string
  readonly topics: readonly Topic[]
  readonly enabled: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  /** Time and reason of the last failed delivery. */
  readonly lastFailureAt?: Date
  readonly lastFailureReason?: string
}

/** An event of a customer; `body` is what each delivery of it posts. */
export interface EventRecord extends Entity {
  /** Empty for pings in states from before pings had a customer. */
  readonly customerId: string
  readonly type: EventType
  readonly topic: Topic
  readonly body: string
  /** The only webhook that it is for, if there is just one. */
  readonly webhookId?: string
  /** The webhooks that it must be delivered to: those subscribed when it happened. */
  readonly recipients?: readonly string[]
  readonly createdAt: Date
}

/** The settings of a partner's account; its id is the partner's. */
export interface AccountRecord extends Entity {
  /** The number of published editions of terms: customers with global terms must sign the newest one. */
  readonly termsEdition: number
}

import type {
  AuthenticationCode,
  Autoramp,
  AutorampQuote,
  AutorampSource,
  AutorampStatus,
  ComplianceQuestionnaire,
  Currency,
  CustomerType,
  FeeSettlement,
  FiatAddressStatus,
  IdentificationRequest,
  IdentificationStatus,
  OpenBankingPayment,
  PaymentNetwork,
  PayoutRoute,
  PixAddress,
  RecipientBankAccount,
  TransactionOrigin,
  TransactionStatus,
} from '../api/schemas.js'
import type { Chain } from '../money/currencies.js'
import type { EventType, Topic } from '../api/event-types.js'
import type { Entity } from './repository.js'

/** A state in which a customer is held, whatever it has done: `Archived` for good. */
export type CustomerHold = 'Suspended' | 'Archived'

/** The states that a customer of the sandbox can be in. */
export type CustomerState = 'SigningsRequired' | 'IdentificationRequired' | 'Active' | CustomerHold

/** A customer. `version` is the one it was created on: it keeps that version's onboarding for its lifetime. */
export interface CustomerRecord extends Entity {
  readonly version: string
  readonly state: CustomerState
  readonly hold?: CustomerHold
  /** The sub-partner that it was created for. */
  readonly subPartnerId?: string
  readonly type: CustomerType
  readonly email: string
  readonly name: string
  readonly externalId?: string
  /** When an upload of this customer was blocked as a duplicate. */
  readonly uploadBlockedAt?: Date
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** An identification. `country` is the alpha-2 code that the submission gave, absent for a hosted flow. */
export interface IdentificationRecord extends Entity {
  readonly customerId: string
  readonly kind: IdentificationRequest['type']
  readonly status: IdentificationStatus
  readonly country?: string
  readonly url?: string
  readonly withEdd?: boolean
  /** The answers of a person's submission, where it had any. */
  readonly questionnaire?: Omit<ComplianceQuestionnaire, 'id'>
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A customer's consent to one terms document. */
export interface SigningRecord extends Entity {
  readonly customerId: string
  readonly documentId: string
  readonly createdAt: Date
}

/** A bank account of a customer; only `Registered` may be used. */
export interface FiatAddressRecord extends Entity {
  readonly customerId: string
  readonly status: FiatAddressStatus
  readonly bankDetails: RecipientBankAccount
  readonly currency: string
  readonly label?: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A wallet of a customer: its own, or one held at a custodian whose DID is given. */
export interface WalletRecord extends Entity {
  readonly customerId: string
  readonly chain: Chain
  readonly address: string
  readonly name?: string
  readonly vaspDid?: string
  /** The message and signature by which its owner proved it. */
  readonly proof?: { readonly message: string; readonly signature: string }
  readonly disabled: boolean
  readonly createdAt: Date
}

/** A PIX destination of a customer; only `Registered` may be used. */
export interface PixAddressRecord extends Entity {
  readonly customerId: string
  readonly status: PixAddress['status']
  readonly recipient: PixAddress['recipient']
  readonly label?: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

/** A code that the customer was asked for, to confirm what was done to an autoramp or a bank account of theirs. */
export interface AuthenticationCodeRecord extends Entity {
  readonly customerId: string
  readonly of: 'autoramp' | 'fiat-address'
  readonly entityId: string
  /** How often an answer was given. */
  readonly attempts: number
  readonly status: AuthenticationCode['status']
  readonly expiresAt: Date
}

/** The texts that the payments of an autoramp carry, by the name that the documents give them. */
export type References = {
  readonly [
    Name in
      | 'wire_message'
      | 'swift_payment_reference'
      | 'sepa_payment_reference'
      | 'ach_payment_reference'
      | 'fps_payment_reference'
  ]?: string
}

/** An autoramp: made from a signed quote, or standing alone at market rates. */
export interface AutorampRecord extends Entity {
  readonly customerId: string
  readonly source: AutorampSource
  /** The currencies that it takes; the first is the one that it was made for. */
  readonly sources: readonly [Currency, ...Currency[]]
  readonly destination: Currency
  readonly recipient: Autoramp['recipient']
  /** How the recipient's account is reached; absent for a wallet. */
  readonly network?: PayoutRoute
  readonly isThirdParty: boolean
  readonly batchPayout: boolean
  readonly payByReference: boolean
  readonly feeProfileId: string
  readonly name?: string
  readonly externalId?: string
  readonly additionalPartnerFee?: string
  readonly paymentReference?: string
  readonly references: References
  /** The quote that it was made from: no other can be made from it. */
  readonly quoteId?: string
  /** The quotes that deposits can use, newest first, expired ones included. */
  readonly quotes: readonly AutorampQuote[]
  readonly status: AutorampStatus
  readonly createdAt: Date
}

/** Money of a failed transaction that went back to its sender. */
export interface Refund {
  readonly id: string
  readonly createdAt: Date
}

/** One deposit to an autoramp and what became of it. Amounts are in plain digits, in the two currencies. */
export interface TransactionRecord extends Entity {
  readonly customerId: string
  readonly autorampId: string
  readonly sourceCurrency: Currency
  readonly destinationCurrency: Currency
  readonly amountIn: string
  readonly amountOut: string
  readonly rate: string
  readonly fee: string
  readonly status: TransactionStatus
  readonly origin?: TransactionOrigin
  readonly refund?: Refund
  /** The open-banking payment that it came by, as the provider names it. */
  readonly openBankingId?: string
  readonly createdAt: Date
}

/** A payment to an autoramp from an account at a bank. The amount is in plain digits. */
export interface OpenBankingPaymentRecord extends Entity {
  readonly customerId: string
  readonly autorampId: string
  /** Its id at the provider that links to the bank. */
  readonly providerId: string
  readonly amountIn: string
  readonly currency: Currency
  readonly callbackUrl: string
  readonly status: OpenBankingPayment['status']
  /** The deposit that it became when it was completed. */
  readonly transactionId?: string
  readonly createdAt: Date
}

/** The fee of a bank for a transfer; `amount` is in the currency of the rail. */
export interface BankingFee {
  readonly rail: PaymentNetwork
  readonly transfer: 'PayIn' | 'PayOut'
  readonly amount: string
}

/** The costs of conversions under a profile of the partner, and when each is settled. Shares are in basis points. */
export interface FeeProfileRecord extends Entity {
  readonly name: string
  /** When the shares of the service and of the partner are settled. */
  readonly settlement: FeeSettlement
  readonly networkSettlement: FeeSettlement
  readonly partnerBips: number
  readonly bankingFees: readonly BankingFee[]
}

/** How often the secret of a webhook was rotated. Secrets follow from it, and are not kept. */
export interface SecretState {
  /** The generation that signs, from 1. */
  readonly signs: number
  /** The newest generation that was shown. */
  readonly latest: number
  /** When the newest signs, by the clock of the sandbox, and when it was made; absent where none is waiting. */
  readonly next?: { readonly signsFrom: Date; readonly madeAt: Date }
}

/** An address that a partner has events delivered to. */
export interface WebhookRecord extends Entity {
  readonly label: string
  readonly url: string
  readonly topics: readonly Topic[]
  readonly enabled: boolean
  readonly createdAt: Date
  readonly updatedAt: Date
  /** When a delivery to it failed last, and why. */
  readonly lastFailureAt?: Date
  readonly lastFailureReason?: string
  /** Absent until its secret is rotated. */
  readonly secret?: SecretState
}

/** Something that happened to a customer; `body` is what each delivery of it posts. */
export interface EventRecord extends Entity {
  /** Empty for a ping of a state from before pings named one. */
  readonly customerId: string
  readonly type: EventType
  readonly topic: Topic
  readonly body: string
  /** The webhook that it is for, where it is for one alone. */
  readonly webhookId?: string
  /** The webhooks that it has to be delivered to: those that took it when it happened. */
  readonly recipients?: readonly string[]
  readonly createdAt: Date
}

/** The settings of a partner's account beside its records; its id is the partner's. */
export interface AccountRecord extends Entity {
  /** How often terms were published: customers of global terms owe the newest edition. */
  readonly termsEdition: number
}

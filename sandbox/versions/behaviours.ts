/**
 * What a version may change beyond its document. Each member is named for what it does; the version that
 * minted the change switches it on, and the rest of the sandbox asks for the name, never for a date.
 */
export interface Behaviours {
  /** `deposit_rails` may hold a FedNow member. */
  readonly fedNowRail: boolean
  /** A customer signs terms before it is identified. Read from the version that the customer is pinned to. */
  readonly signTermsFirst: boolean
  /** One terms document for all countries, owed at any point of a customer's life. */
  readonly globalTerms: boolean
  /** `required-signings` answers 200 with an empty list when nothing is outstanding, instead of 409. */
  readonly emptySigningsAre200: boolean
  /** A refused identification is a list of coded errors, instead of one string. */
  readonly structuredIdentificationErrors: boolean
  /** `business_details.industry` is required. */
  readonly industryRequired: boolean
  /** A Business without its company documents is refused, instead of waiting for them as Pending. */
  readonly companyDocumentsRequired: boolean
  /** A nested company owes the groups Company Details and Ownership Structure only. */
  readonly nestedCompaniesOweLess: boolean
  /** A company needs a Director and qualifying owners, a sole proprietorship one owner of 100%. */
  readonly companyStructureRules: boolean
  /** Where nobody owns 25% of a company, owners of 10% qualify. */
  readonly tenPercentFallback: boolean
  /** A PrivateFoundation may use its account for some purposes only. */
  readonly foundationPurposeLimited: boolean
}

/** One version's entry in the history of behaviour: what it changed against the version before it. */
export interface VersionChanges {
  readonly version: string
  readonly changes: Partial<Behaviours>
}

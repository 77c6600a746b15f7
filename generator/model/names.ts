/** Names of what is exported for one operation. */
export interface OperationNames {
  readonly function: string
  /** Prefix of the names of its types: `CreateCustomer` of `CreateCustomerBody`. */
  readonly type: string
}

/** Identifiers of everything that a version exports, by the names that the document gives. */
export interface ExportedNames {
  /** By component schema: the identifier of its type, its constants and its validator. */
  readonly schemas: ReadonlyMap<string, string>
  /** By operation, as the tables name it. */
  readonly operations: ReadonlyMap<string, OperationNames>
}

/** How much of something was reached. */
export interface Reached {
  readonly reached: number
  readonly of: number
  /** What was not, in words, the most useful to reach first: the first ones of many. */
  readonly missing: readonly string[]
}

/** An operation that never answered 2xx. */
export interface UnreachedOperation {
  /** Method and path, for instance `GET /pets/{petId}`. */
  readonly operation: string
  readonly state: 'not-called' | 'never-succeeded'
  /** Why, as far as the run knows: `no value is known for {petId}`. */
  readonly reason: string
}

/** The operations that were reached: those that answered 2xx. */
export interface OperationCoverage {
  readonly called: number
  readonly reached: number
  readonly of: number
  /** Those that were not reached: the first ones of many. */
  readonly missing: readonly UnreachedOperation[]
}

/** How much of a document was reached by a run. */
export interface CoverageSummary {
  /** As in the summary of versions. */
  readonly version: string
  readonly operations: OperationCoverage
  /** Parameters, present and absent. */
  readonly parameters: Reached
  /** Enumerated values of requests. */
  readonly values: Reached
  /** Statuses that operations declare. */
  readonly statuses: Reached
  /** Branches and members of the schemas of request bodies and parameters. */
  readonly requests: Reached
  /** Branches, members and enumerated values of the schemas of answers. */
  readonly responses: Reached
}

export interface Reached {
  readonly reached: number
  readonly of: number
  /** The unreached points in words, the most useful first; long lists are cut. */
  readonly missing: readonly string[]
}

/** An operation that never answered 2xx. */
export interface UnreachedOperation {
  /** Method and path, for instance `GET /pets/{petId}`. */
  readonly operation: string
  readonly state: 'not-called' | 'never-succeeded'
  /** The known reason: `no value is known for {petId}`. */
  readonly reason: string
}

/** The operations that returned 2xx. */
export interface OperationCoverage {
  readonly called: number
  readonly reached: number
  readonly of: number
  /** The unreached operations; long lists are cut. */
  readonly missing: readonly UnreachedOperation[]
}

/** The share of a document that a run reached. */
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
  /** Branches, members and enumerated values of the schemas of responses. */
  readonly responses: Reached
}

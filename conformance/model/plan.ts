/** What one run is to do. It is plain data, because it travels to the workers of the test runner; no secrets. */
export interface Plan {
  readonly baseUrl: string
  readonly specUrl: string
  /** Folder that `rampart generate` made from the documents of this service. */
  readonly generated: string
  /** Versions to test, oldest first. */
  readonly versions: readonly string[]
  /** All versions that the service lists, whether they are tested or not. */
  readonly supported: readonly string[]
  /** The version that the service names as its default, when it names one. */
  readonly defaultVersion: string | null
  /** Rules to run, by id. */
  readonly rules: readonly string[]
  readonly allowWrites: boolean
  /** Name of the environment variable that holds the API key. */
  readonly apiKeyEnv: string
  readonly timeoutMs: number
  readonly seed: number
  readonly subjects: Subjects
}

/** Things that exist on the service already, for rules that cannot or should not create them. */
export interface Subjects {
  readonly customerId?: string
  readonly recipientAccountId?: string
}

/** Options of `rampart test`, as commander gives them. */
export interface TestOptions {
  readonly baseUrl?: string
  readonly specUrl?: string
  readonly versions?: readonly string[]
  readonly rules?: readonly string[]
  readonly allowWrites?: boolean
  readonly reportDir: string
  readonly apiKeyEnv: string
  readonly customerId?: string
  readonly recipientAccountId?: string
  readonly subPartnerId?: string
  readonly secondKeyEnv?: string
  readonly allowOrigin?: readonly string[]
  readonly shard?: string
  readonly seed: number
  readonly timeout: number
  readonly webhookPort?: number
  readonly webhookUrl?: string
  readonly webhookSecretEnv: string
  readonly webhookWait: number
  readonly json?: boolean
}

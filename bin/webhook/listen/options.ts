import type { SecretForm } from '../../../webhook/index.js'
import type { SecretOptions } from '../secrets.js'

/** Where deliveries are kept unless told. */
export const usualKeep = '.rampart/webhooks.jsonl'

/** Options of `rampart webhook listen`, as commander gives them. */
export interface ListenOptions extends SecretOptions {
  readonly port: number
  readonly host: string
  readonly forwardTo?: string
  readonly forwardTimeout: number
  readonly whenDown: 'keep' | 'refuse'
  readonly answer?: number
  readonly events?: readonly string[]
  readonly secretAs: SecretForm
  readonly tolerance: number
  readonly version?: string
  /** False for --no-keep. */
  readonly keep: string | false
  readonly keepLast: number
  readonly limit: number
  readonly timeout: number
  readonly format: 'text' | 'json'
  readonly resend?: string
  readonly resign?: boolean
  readonly list?: boolean
  readonly show?: string
}

import type { ListenOptions } from '../../webhook/index.js'
import type { SecretOptions } from './secrets.js'

/** Where deliveries are kept by default. */
export const defaultKeep = '.rampart/webhooks.jsonl'

/** Options of `rampart webhook listen`, as commander gives them. */
export interface ListenCommandOptions extends ListenOptions, SecretOptions {
  readonly list?: boolean
  readonly show?: string
  readonly resend?: string
  readonly giveUp?: string
}

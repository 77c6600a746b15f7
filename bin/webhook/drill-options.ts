import type { DigestEncoding } from '../../webhook/index.js'
import type { SecretOptions } from './secrets.js'

/** Options of `rampart webhook drill`, as commander gives them. */
export interface DrillCommandOptions extends SecretOptions {
  readonly to?: string
  readonly rules?: readonly string[]
  readonly versions?: readonly string[]
  readonly kinds?: readonly string[]
  readonly customer?: string
  readonly list?: boolean
  readonly digest: DigestEncoding
  /** In seconds. */
  readonly tolerance?: number
  /** In seconds. */
  readonly timeout: number
  /** How long the whole drill may take, in seconds. */
  readonly for?: number
  readonly burst: number
  readonly observe?: string
  readonly rate?: number
  readonly seed?: number
  readonly allowPublic?: boolean
  readonly reportDir: string
  readonly format: 'text' | 'json'
}

import type { Paint } from '../../reporting/index.js'
import type { SecretForm } from '../examine/keys.js'

/** Options to receive, verify, forward and keep deliveries. */
export interface ListenOptions {
  readonly port: number
  readonly host: string
  /** URLs, or `kind=URL`. */
  readonly forwardTo?: readonly string[]
  /** In seconds. */
  readonly forwardTimeout: number
  readonly answer?: number
  readonly events?: readonly string[]
  readonly secretAs: SecretForm
  readonly tolerance: number
  readonly version?: string
  /** The file of kept deliveries; false to keep nothing on disk. */
  readonly keep: string | false
  readonly keepLast: number
  readonly limit: number
  /** In seconds. */
  readonly timeout: number
  readonly format: 'text' | 'json'
}

/** Controls for the user while the listener runs. */
export interface ListenControls {
  /** Numbers of kept deliveries, oldest first. */
  readonly numbers: () => readonly number[]
  readonly resend: (number: number) => void
}

/** The output of a listener, and the signal that ends it. */
export interface ListenContext {
  /** The base of relative paths. */
  readonly cwd: string
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly paint: Paint
  readonly signal: AbortSignal
  /** Called once the listener is open; returns a function that is called before it closes. */
  readonly onReady: (controls: ListenControls) => () => void
}

import type { SecretForm } from '../examine/keys.js'
import type { Paint } from '../../reporting/index.js'

/** How deliveries are received, verified, kept and forwarded. */
export interface ListenOptions {
  readonly port: number
  readonly host: string
  /** URLs, or `kind=URL`. */
  readonly forwardTo?: readonly string[]
  /** In seconds. */
  readonly forwardTimeout: number
  /** What is done where a target does not take a delivery; `keep` unless nothing is kept on disk. */
  readonly whenDown?: 'keep' | 'refuse'
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
  readonly resign?: boolean
}

/** Deliveries that a user may choose while the listener runs. */
export interface ListenControls {
  /** Numbers of kept deliveries, the oldest first. */
  readonly numbers: () => readonly number[]
  /** Forwards a kept delivery once more. */
  readonly resend: (number: number) => void
  /** Attempts all that waits now. */
  readonly hurry: () => void
  /** Gives a delivery up that waits. */
  readonly giveUp: (number: number) => void
}

/** Where a listener prints, and how it is ended. */
export interface ListenContext {
  /** Paths are relative to it. */
  readonly cwd: string
  readonly stdout: (text: string) => void
  readonly stderr: (text: string) => void
  readonly paint: Paint
  readonly signal: AbortSignal
  /** Called once the listener is open; returns a function that it calls before it closes. */
  readonly onReady: (controls: ListenControls) => () => void
}

import type { RequestListener } from 'node:http'
import type { DrillOptions } from '../../../webhook/drill/index.js'
import { handMade, type Parts } from './hand-made.js'

/** A receiver with one mistake, the rules that it breaks, and what the mistake is called. */
export interface Wrong {
  readonly name: string
  readonly make: () => RequestListener
  readonly breaks: readonly string[]
  readonly mistakes: readonly string[]
  readonly options?: Partial<DrillOptions>
}

/** A receiver that is right but for some parts. */
export const wrong = (
  name: string,
  parts: Partial<Parts> | (() => Partial<Parts>),
  breaks: string,
  mistakes: string,
  options: Partial<DrillOptions> = {},
): Wrong => ({
  name,
  make: () => handMade(typeof parts === 'function' ? parts() : parts),
  breaks: breaks.split(' ').filter((rule) => rule !== ''),
  mistakes: mistakes.split(' '),
  options,
})

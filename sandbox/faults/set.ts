import type { Answer } from '../http/answer.js'
import type { Negotiation } from '../http/negotiation.js'
import type { QueryPairs } from '../http/query.js'
import type { IdentificationError } from '../identification/errors.js'
import type { Behaviours } from '../versions/index.js'
import type { Spoiling } from '../webhooks/courier.js'
import { isObject } from './edit.js'
import { type About, type Asked, type Fault, faultName, type Judged } from './fault.js'

/** The faults of one sandbox as one: every hook is a pass-through where no fault has it. */
export interface FaultSet extends Spoiling {
  readonly isOff: (name: string) => boolean
  readonly negotiate: (outcome: Negotiation, asked: Asked) => Negotiation
  readonly behaviours: (behaviours: Behaviours) => Behaviours
  readonly query: (query: QueryPairs, operationId: string) => QueryPairs
  readonly verdict: (errors: readonly IdentificationError[], judged: Judged) => readonly IdentificationError[]
  readonly answer: (answer: Answer, about: About) => Answer
  readonly document: (bytes: Uint8Array, version: string, newest: string) => Uint8Array
}

const chain =
  <T, Rest extends readonly unknown[]>(steps: readonly ((value: T, ...rest: Rest) => T)[]) =>
  (value: T, ...rest: Rest): T =>
    steps.reduce((current, step) => step(current, ...rest), value)

/** Puts faults together; they apply in the order given. Without faults nothing of the service is touched. */
export const combineFaults = (faults: readonly Fault[]): FaultSet => {
  const names = new Set(faults.map(faultName))
  const hooks = faults.flatMap((fault) => (fault.hooks === undefined ? [] : [fault.hooks()]))
  const changes = hooks.flatMap(({ behaviours }) => (behaviours === undefined ? [] : [behaviours]))
  const edits = hooks.flatMap(({ document }) => (document === undefined ? [] : [document]))
  return {
    isOff: (name) => names.has(name),
    negotiate: chain(hooks.flatMap(({ negotiate }) => (negotiate === undefined ? [] : [negotiate]))),
    behaviours: chain(changes.map((change) => (behaviours: Behaviours) => ({ ...behaviours, ...change }))),
    query: chain(hooks.flatMap(({ query }) => (query === undefined ? [] : [query]))),
    verdict: chain(hooks.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]))),
    answer: chain(hooks.flatMap(({ answer }) => (answer === undefined ? [] : [answer]))),
    container: chain(hooks.flatMap(({ container }) => (container === undefined ? [] : [container]))),
    letter: chain(hooks.flatMap(({ letter }) => (letter === undefined ? [] : [letter]))),
    retries: chain(hooks.flatMap(({ retries }) => (retries === undefined ? [] : [retries]))),
    counts: chain(hooks.flatMap(({ counts }) => (counts === undefined ? [] : [counts]))),
    document: (bytes, version, newest) => {
      if (edits.length === 0) return bytes
      const document: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (isObject(document)) for (const edit of edits) edit(document, version, newest)
      return new TextEncoder().encode(JSON.stringify(document))
    },
  }
}

import type { FaultSet } from '../pipeline/fault-set.js'
import type { Behaviours } from '../versions/index.js'
import { isObject } from './edit.js'
import { type Fault, faultName } from './fault.js'

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

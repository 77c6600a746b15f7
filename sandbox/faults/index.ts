import type { FaultSet } from '../pipeline/fault-set.js'
import { isEditable, type Fault, type Hooks } from './fault.js'
import { callFaults } from './calls.js'
import { documentFaults } from './documents.js'
import { identificationFaults } from './identification.js'
import { onboardingFaults } from './onboarding.js'
import { quoteFaults } from './quotes.js'
import { versioningFaults } from './versioning.js'
import { webhookFaults } from './webhooks.js'

const chain =
  <T, Rest extends readonly unknown[]>(steps: readonly ((value: T, ...rest: Rest) => T)[]) =>
  (value: T, ...rest: Rest): T =>
    steps.reduce((current, step) => step(current, ...rest), value)

/** Combines faults, which apply in the order given. Without faults the service behaves as usual. */
export function combineFaults(faults: readonly Fault[]): FaultSet {
  const hooks = faults.map((fault) => fault.hooks())
  const stepsOf = <Name extends keyof Hooks>(name: Name): readonly NonNullable<Hooks[Name]>[] =>
    hooks.flatMap(({ [name]: hook }) => (hook === undefined ? [] : [hook]))
  const changes = stepsOf('behaviours')
  const edits = stepsOf('document')
  return {
    negotiate: chain(stepsOf('negotiate')),
    behaviours: (behaviours) => Object.assign({ ...behaviours }, ...changes),
    apiKey: chain(stepsOf('apiKey')),
    idempotency: chain(stepsOf('idempotency')),
    query: chain(stepsOf('query')),
    checks: chain(stepsOf('checks')),
    signings: chain(stepsOf('signings')),
    verdict: chain(stepsOf('verdict')),
    response: chain(stepsOf('response')),
    receives: chain(stepsOf('receives')),
    deliveryBody: chain(stepsOf('deliveryBody')),
    deliveryRequest: chain(stepsOf('deliveryRequest')),
    attemptId: chain(stepsOf('attemptId')),
    signedAt: chain(stepsOf('signedAt')),
    timeout: chain(stepsOf('timeout')),
    serves: chain(stepsOf('serves')),
    retries: chain(stepsOf('retries')),
    backoff: chain(stepsOf('backoff')),
    counts: chain(stepsOf('counts')),
    document: (bytes, version, newest) => {
      if (edits.length === 0) return bytes
      const document: unknown = JSON.parse(new TextDecoder().decode(bytes))
      if (isEditable(document)) for (const edit of edits) edit(document, version, newest)
      return new TextEncoder().encode(JSON.stringify(document))
    },
  }
}

export type { Fault } from './fault.js'

/** Every fault that has a name on the command line, in the order of names. */
export const knownFaults: readonly Fault[] = [
  ...versioningFaults,
  ...callFaults,
  ...documentFaults,
  ...onboardingFaults,
  ...quoteFaults,
  ...identificationFaults,
  ...webhookFaults,
].sort((one, other) => (one.name < other.name ? -1 : 1))

/** Thrown for the name of an unknown fault. `known` holds the valid names. */
export class UnknownFaultError extends Error {
  override readonly name = 'UnknownFaultError'

  constructor(
    readonly unknown: readonly string[],
    readonly known: readonly string[],
  ) {
    super(`no fault is named ${unknown.join(', ')}; known are ${known.join(', ')}`)
  }
}

/** The faults with these names, and those given as they are. Throws `UnknownFaultError` if a name has none. */
export function faultsNamed(faults: readonly (string | Fault)[]): readonly Fault[] {
  const known = new Map(knownFaults.map((fault) => [fault.name, fault]))
  const unknown = faults.filter((one) => typeof one === 'string').filter((name) => !known.has(name))
  if (unknown.length > 0) throw new UnknownFaultError(unknown, [...known.keys()])
  return faults.flatMap((one) => (typeof one === 'string' ? (known.get(one) ?? []) : [one]))
}

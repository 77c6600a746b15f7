import { callFaults } from './calls.js'
import { documentFaults } from './documents.js'
import type { Fault } from './fault.js'
import { identificationFaults } from './identification.js'
import { onboardingFaults } from './onboarding.js'
import { quoteFaults } from './quotes.js'
import { versioningFaults } from './versioning.js'
import { webhookFaults } from './webhooks.js'

export type { Fault } from './fault.js'
export { combineFaults } from './set.js'

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

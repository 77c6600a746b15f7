import type { Operation } from '../../runtime/surface.js'
import { isBusy } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'

/** After this many responses that were all 401, the credentials are taken for wrong. */
const mostRefused = 100

const reason = `${mostRefused} requests with the credentials of the run were answered 401`

/** Why an operation is not called any more. */
export const lockedOut = `needs credentials, and ${reason}`

const requirementOf = ({ security }: Operation): string => JSON.stringify(security)

/** Whether credentials were accepted; services may check path, method or form of a request before them. */
const isOpened = (status: number): boolean => status < 400 || status === 403

/** The operations that the credentials of the run do not open. */
export class Lockouts {
  /** The number of responses with 401 by security requirement; negative after any other response. */
  readonly #refused = new Map<string, number>()
  readonly #operations = new Set<Operation>()

  look({ case: { call }, exchange: { response } }: Observed): void {
    const { operation, credentials = 'own' } = call
    if (operation.security.length === 0 || credentials !== 'own') return
    if (response.status === 0 || isBusy(response)) return
    const requirement = requirementOf(operation)
    const isRefused = response.status === 401
    if (isRefused) this.#operations.add(operation)
    else if (!isOpened(response.status)) return
    this.#refused.set(requirement, isRefused ? (this.#refused.get(requirement) ?? 0) + 1 : -Infinity)
  }

  /** Why operations are not called any more; undefined while all are. */
  get reason(): string | undefined {
    return [...this.#operations].some((one) => this.has(one)) ? reason : undefined
  }

  /** Whether an operation answered 401, and all with the same requirement answered nothing else to many requests. */
  has(operation: Operation): boolean {
    return (
      this.#operations.has(operation) && (this.#refused.get(requirementOf(operation)) ?? 0) >= mostRefused
    )
  }
}

import { objectOf } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { firstCase, satisfies } from '../cases/plans.js'
import type { Case, ParameterValues } from '../model/case.js'
import type { Explorer, GivenValues } from '../model/explorer.js'
import type { AcceptedCalls, Learned } from '../pool/learned.js'
import type { Pool } from '../pool/pool.js'
import { withIssuedBody } from './issued.js'
import type { Repair } from './repair.js'

/** Valid cases of each operation, as the service accepted others of it or required in refusals. */
export class ValidCases {
  readonly #explorer: Explorer
  readonly #pool: Pool
  readonly #accepted: AcceptedCalls
  readonly #repairs = new Map<Operation, readonly Repair[]>()
  /** Operations that accept only bodies that the service issued. */
  readonly #issued = new Set<Operation>()

  constructor(explorer: Explorer, { pool, accepted }: Pick<Learned, 'pool' | 'accepted'>) {
    this.#explorer = explorer
    this.#pool = pool
    this.#accepted = accepted
  }

  /** Applies a repair that the service required to further valid cases of an operation. */
  keepRepair(operation: Operation, repair: Repair): void {
    const known = this.#repairs.get(operation) ?? []
    this.#repairs.set(operation, [...known.filter(({ key }) => key !== repair.key), repair])
  }

  /** A valid case with the given values, and generated ones otherwise; undefined where none can be made. */
  async of(operation: Operation, given: GivenValues = {}): Promise<Case | undefined> {
    const base = this.#accepted.hasWorked(operation) ? undefined : this.#accepted.of(operation)[0]?.case.call
    const made = await firstCase('valid', this.#explorer.api, operation, this.#pool.offered, { given, base })
    const own = new Set(Object.keys(given.body ?? {}))
    const repairs = (this.#repairs.get(operation) ?? []).filter(({ member }) => !own.has(member))
    if (!made) return undefined
    const repaired = repairs.reduce(
      (sent, repair) => repair.apply(sent),
      this.#inScope(this.#asItWorked(made, given), given),
    )
    // A demand of the service in one request may contradict the document in another.
    const isOpen = repairs.length > 0 && !(await satisfies(this.#explorer.api, repaired.call))
    if (isOpen) return { ...repaired, expectation: 'open' }
    const isIssued = this.#issued.has(operation) && given.body === undefined
    return (isIssued && (await withIssuedBody(this.#explorer, this.#accepted, repaired))) || repaired
  }

  /** A valid case with a body that the service issues; undefined where it issues none. */
  async issued(operation: Operation): Promise<Case | undefined> {
    const made = await this.of(operation)
    return made && withIssuedBody(this.#explorer, this.#accepted, made)
  }

  /** Gives further valid cases of an operation a body that the service issues, because it accepts no other. */
  keepIssued(operation: Operation): void {
    this.#issued.add(operation)
  }

  /** Asks for a thing that the run created with the query parameters and ids that its creation had. */
  #inScope({ call, ...made }: Case, given: GivenValues): Case {
    const scope = this.#pool.scopeOf(call)
    const query = { ...call.query, ...scope.query, ...given.query }
    const value = { ...objectOf(call.body?.value), ...scope.body, ...given.body }
    const hasIds = call.body !== undefined && Object.keys(scope.body).length > 0
    return { ...made, call: { ...call, query, ...(hasIds && { body: { ...call.body, value } }) } }
  }

  /** Removes optional parameters that no successful call had: examples may refer to missing things. */
  #asItWorked(made: Case, given: GivenValues): Case {
    const { call } = made
    const worked = this.#accepted.of(call.operation).map((one) => one.case.call)
    if (worked.length === 0 || given.smallest === true) return made
    const isNeeded = (location: 'query' | 'header' | 'cookie', name: string): boolean =>
      worked.some((one) => Object.hasOwn(one[location], name)) ||
      (location === 'query' && Object.hasOwn(given.query ?? {}, name)) ||
      call.operation.parameters.some((one) => one.in === location && one.name === name && one.required)
    const own = (location: 'query' | 'header' | 'cookie'): ParameterValues =>
      Object.fromEntries(Object.entries(call[location]).filter(([name]) => isNeeded(location, name)))
    return {
      ...made,
      call: { ...call, query: own('query'), header: own('header'), cookie: own('cookie') },
    }
  }
}

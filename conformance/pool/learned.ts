import { satisfies } from '../cases/index.js'
import type { Api } from '../model/api.js'
import type { Observed } from '../model/observed.js'
import type { ExploreSettings } from '../model/settings.js'
import { AcceptedCalls } from './accepted.js'
import { Pool } from './pool.js'

/** What a run learned of one document of a service, by its rules and by its cases. */
export class Learned {
  readonly api: Api
  readonly pool: Pool
  /** Valid calls that the service carried out. */
  readonly accepted = new AcceptedCalls()
  /** Calls of rules that it carried out: whether the document allows them is not known. */
  readonly #ofRules = new AcceptedCalls()

  /** @param known values by name of a path parameter or of a member, which come before all others */
  constructor(api: Api, known: ExploreSettings['known']) {
    this.api = api
    this.pool = new Pool(api, known)
  }

  look(observed: Observed): void {
    const { expectation } = observed.case
    this.pool.learn(observed)
    if (expectation === 'valid') this.accepted.look(observed)
    if (expectation === 'unknown') this.#ofRules.look(observed)
  }

  /** Lets cases start from the calls of rules that the document allows. */
  async adopt(): Promise<void> {
    for (const one of this.#ofRules.all)
      if (await satisfies(this.api, one.case.call))
        this.accepted.look({ ...one, case: { ...one.case, expectation: 'valid' } })
  }
}

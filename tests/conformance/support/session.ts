import type { Api } from '../../../conformance/model/case.js'
import { Learned } from '../../../conformance/pool/learned.js'
import { ExploreSession } from '../../../conformance/run/explore-session.js'

type Facts = ConstructorParameters<typeof ExploreSession>[0]

/** A session with no more than what a test needs of it. */
export const sessionWith = (facts: object): ExploreSession =>
  new ExploreSession({ settings: { seed: 1 }, isAnonymous: () => true, ...facts } as unknown as Facts)

/** A session that makes cases of a document. */
export const sessionOf = (api: Api): ExploreSession => sessionWith({ learned: new Learned(api, {}) })

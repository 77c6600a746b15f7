import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Case } from '../model/case.js'
import { randomValue } from '../../document/values/index.js'
import { type BodyChoice, type Choice, type Choices, type Draft, withBody, withParameter } from './choice.js'
import { Choosing, isValidBody, isValidParameter } from './choosing.js'
import { type BodyFacts, factsOf, type ParameterFacts } from './facts.js'
import { makeCase } from './make-case.js'
import type { ValuePool } from './pool.js'
import { bodySource, parameterSource } from './sources.js'
import { startOf } from './start.js'

/** Values that are drawn before a likely one is taken: not every valid value can be written. */
const mostDraws = 6
/** How often an id is one that the service knows, where there is one. */
const knownShare = 0.85
const knownShareOfOthers = 0.25

const oneOf = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]

/** Draws values for one operation. */
class Drawing {
  readonly #choosing: Choosing
  readonly #random: () => number

  constructor(choosing: Choosing, random: () => number) {
    this.#choosing = choosing
    this.#random = random
  }

  parameter(facts: ParameterFacts, path: Choices): Choice | undefined {
    const { api, pool } = this.#choosing
    const share = facts.parameter.in === 'path' ? knownShare : knownShareOfOthers
    const known =
      this.#random() < share ? oneOf([...this.#choosing.known(facts, path)], this.#random) : undefined
    if (known !== undefined || facts.isOpaque) return known ?? this.#choosing.likely(facts, path)
    const source = parameterSource(api, pool, facts)
    for (let draw = 0; draw < mostDraws; draw++) {
      const { value, reaches, peculiarities } = randomValue(facts.schema, source, this.#random)
      if (isValidParameter(facts, value)) return { value, reaches, peculiarities }
    }
    return this.#choosing.likely(facts, path)
  }

  body(facts: BodyFacts): BodyChoice | undefined {
    const { api, pool } = this.#choosing
    const source = bodySource(api, pool, facts)
    const { mediaType } = facts
    for (let draw = 0; draw < mostDraws; draw++) {
      const { value, reaches, peculiarities } = randomValue(facts.schema, source, this.#random)
      if (isValidBody(facts, value)) return { value, reaches, peculiarities, mediaType }
    }
    return this.#choosing.body(facts).at(0)
  }

  draft(start: Draft): Draft {
    const { parameters, bodies, isBodyRequired } = this.#choosing.facts
    // Of many parameters few at a time: together they would leave nothing to be found.
    const share = this.#random()
    // Parameters of the path come first, and from left to right: each is asked for below those before it.
    let draft: Draft = { ...start, path: {} }
    for (const one of parameters) {
      const isAbsent = !one.parameter.required && this.#random() >= share
      if (!isAbsent) draft = withParameter(draft, one.parameter, this.parameter(one, draft.path))
    }
    const body = this.#random() < 0.8 ? bodies[0] : oneOf(bodies, this.#random)
    if (!body || (!isBodyRequired && this.#random() < 0.1)) return draft
    const chosen = this.body(body)
    return chosen === undefined ? draft : withBody(draft, chosen)
  }
}

/**
 * One valid case with random values for all that is sent, and some of what is optional.
 * @param random a number from 0 up to 1
 * @returns undefined where no valid request can be made
 */
export async function randomCase(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  random: () => number,
): Promise<Case | undefined> {
  const facts = await factsOf(api, operation)
  const choosing = new Choosing(api, facts, pool)
  const start = startOf(choosing)
  if ('obstacle' in start) return undefined
  const remarks = { aim: 'random values', source: 'random' } as const
  for (let draw = 0; draw < mostDraws; draw++) {
    const made = makeCase(api, facts, new Drawing(choosing, random).draft(start.draft), remarks)
    if (made) return made
  }
  return makeCase(api, facts, start.draft, remarks)
}

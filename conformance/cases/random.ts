import { randomValue } from '../../document/values/index.js'
import { type Choice, type Choices, type Draft, withParameter } from './choice.js'
import { type Input, isValid, type ParameterInput, withValue } from './inputs.js'
import type { Planned } from './make-case.js'
import type { Start } from './start.js'

/** Values that are drawn before a likely one is taken: not every valid value can be written. */
const mostDraws = 6
/** How often an id is one that the service knows, where there is one. */
const knownShare = 0.85
const knownShareOfOthers = 0.25

/** Draws values for one operation. */
class Drawing {
  readonly #start: Start
  readonly #random: () => number

  constructor(start: Start, random: () => number) {
    this.#start = start
    this.#random = random
  }

  #one<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.#random() * items.length)]
  }

  #value(input: Input): Choice | undefined {
    const source = this.#start.source(input)
    for (let draw = 0; draw < mostDraws; draw++) {
      const value = randomValue(input.schema, source, this.#random)
      if (value !== undefined && isValid(input, value)) return { value }
    }
    return undefined
  }

  #parameter(input: ParameterInput, path: Choices): Choice | undefined {
    const share = input.parameter.in === 'path' ? knownShare : knownShareOfOthers
    const known = this.#random() < share ? this.#one([...this.#start.known(input, path)]) : undefined
    if (known !== undefined) return known
    return (input.isOpaque ? undefined : this.#value(input)) ?? this.#start.likely(input, path)
  }

  draft(): Draft {
    const { parameters, bodies, isBodyRequired } = this.#start.facts
    // Of many parameters few at a time: together they would leave nothing to be found.
    const share = this.#random()
    // Parameters of the path come first, and from left to right: each is asked for below those before it.
    let draft: Draft = { ...this.#start.draft, path: {} }
    for (const input of parameters) {
      const isAbsent = !input.parameter.required && this.#random() >= share
      if (!isAbsent) draft = withParameter(draft, input.parameter, this.#parameter(input, draft.path))
    }
    const body = this.#random() < 0.8 ? bodies[0] : this.#one(bodies)
    if (!body || (!isBodyRequired && this.#random() < 0.1)) return draft
    const chosen = this.#value(body) ?? this.#start.at(body, 0)
    return chosen === undefined ? draft : withValue(draft, body, chosen.value)
  }
}

/**
 * Valid cases with random values for all that is sent, and some of what is optional; at last one that is not random.
 * @param random gives numbers from 0 up to 1
 * @yields each, when it is asked for
 */
export function* randomly(start: Start, random: () => number): Iterable<Planned> {
  const aim = 'random values'
  const drawing = new Drawing(start, random)
  for (let draw = 0; draw < mostDraws; draw++) yield { draft: drawing.draft(), aim, isAsMade: true }
  yield { draft: start.draft, aim, isAsMade: true }
}

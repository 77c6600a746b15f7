import type { Api } from '../model/api.js'
import { canWrite, canWriteBody } from '../requests/index.js'
import { coveringValues, type GeneratedValue } from '../../document/values/index.js'
import { type BodyChoice, type Choice, type Choices, valuesOf } from './choice.js'
import type { BodyFacts, OperationFacts, ParameterFacts } from './facts.js'
import { LazyList } from './lazy.js'
import type { ValuePool } from './pool.js'
import { readingsOfParameter } from './readings.js'
import { bodySource, parameterSource } from './sources.js'

/** Whether a value of a parameter satisfies its schema, and can be written. */
export function isValidParameter({ parameter, validator }: ParameterFacts, value: unknown): boolean {
  return canWrite(parameter, value) && (validator === undefined || validator(value))
}

/** Whether a value of a parameter satisfies its schema in some reading of its text, and can be written. */
export function isRightParameter({ parameter, validator }: ParameterFacts, value: unknown): boolean {
  if (!canWrite(parameter, value)) return false
  if (validator === undefined || validator(value)) return true
  return readingsOfParameter(parameter, value)?.some((one) => validator(one)) === true
}

/** Whether the value of a body satisfies its schema, and can be written in its media type. */
export function isValidBody({ mediaType, validator }: BodyFacts, value: unknown): boolean {
  return canWriteBody(mediaType, value) && (validator === undefined || validator(value))
}

const choiceOf = ({ value, aim, reaches, peculiarities }: GeneratedValue): Choice => ({
  value,
  aim,
  reaches,
  peculiarities,
})

/** Chooses valid values for parameters and bodies of one operation, most telling first. */
export class Choosing {
  readonly api: Api
  readonly facts: OperationFacts
  readonly pool: ValuePool
  readonly #ofParameters = new Map<ParameterFacts, LazyList<Choice>>()
  readonly #ofBodies = new Map<BodyFacts, LazyList<BodyChoice>>()
  readonly #worked: BodyChoice | undefined

  /** @param worked a body that the service took: bodies are made after it */
  constructor(api: Api, facts: OperationFacts, pool: ValuePool, worked?: BodyChoice) {
    this.api = api
    this.facts = facts
    this.pool = pool
    this.#worked = worked
  }

  /** Valid values of a parameter. */
  parameter(facts: ParameterFacts): LazyList<Choice> {
    const known = this.#ofParameters.get(facts) ?? new LazyList(this.#parameterChoices(facts))
    this.#ofParameters.set(facts, known)
    return known
  }

  /** Valid values of a body. */
  body(facts: BodyFacts): LazyList<BodyChoice> {
    const known = this.#ofBodies.get(facts) ?? new LazyList(this.#bodyChoices(facts))
    this.#ofBodies.set(facts, known)
    return known
  }

  /**
   * Values of a parameter that the service is likely to know, best first.
   * @param path values of the path that are settled
   */
  *known(facts: ParameterFacts, path: Choices = {}): Iterable<Choice> {
    const given = valuesOf(path)
    for (const value of this.pool.valuesFor(this.facts.operation, facts.parameter, { given }))
      if (isRightParameter(facts, value)) yield { value, aim: 'is one that the service knows' }
  }

  /** The value of a parameter that the service is most likely to take; undefined where no valid one can be sent. */
  likely(facts: ParameterFacts, path: Choices = {}): Choice | undefined {
    for (const choice of this.known(facts, path)) return choice
    return this.parameter(facts).at(0)
  }

  *#parameterChoices(facts: ParameterFacts): Iterable<Choice> {
    for (const made of coveringValues(facts.schema, parameterSource(this.api, this.pool, facts)))
      if (isValidParameter(facts, made.value)) yield choiceOf(made)
  }

  *#bodyChoices(facts: BodyFacts): Iterable<BodyChoice> {
    const { mediaType } = facts
    const worked = this.#worked?.mediaType === mediaType ? [this.#worked.value] : []
    const source = bodySource(this.api, this.pool, { ...facts, examples: [...worked, ...facts.examples] })
    for (const made of coveringValues(facts.schema, source))
      if (isValidBody(facts, made.value)) yield { ...choiceOf(made), mediaType }
  }
}

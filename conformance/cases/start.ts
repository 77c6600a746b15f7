import { randomBytes } from 'node:crypto'
import { Bounds, coveringValues, type ValueSource } from '../../document/values/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Call, ParameterLocation, ParameterValues } from '../model/case.js'
import {
  type Choice,
  type Choices,
  type Draft,
  draftOf,
  emptyDraft,
  valuesOf,
  withParameter,
} from './choice.js'
import { factsOf, type OperationFacts } from './facts.js'
import { type Input, isRight, isValid, type ParameterInput, withValue } from './inputs.js'

const longestTurnMs = 20
let began = 0

/** Yields to the event loop during long synchronous work, so that timers, signals and responses are served. */
export async function giveWay(): Promise<void> {
  if (performance.now() - began < longestTurnMs) return
  await new Promise((resolve) => {
    setImmediate(resolve)
  })
  began = performance.now()
}

export interface ValuePool {
  /** Values of a parameter that the service is likely to know, best first. */
  valuesFor(
    operation: Operation,
    parameter: { readonly name: string; readonly in: ParameterLocation; readonly schema?: JsonSchema },
    /** Values of the path that are fixed; values of other parameters belong to things below them. */
    question?: { readonly given?: ParameterValues },
  ): readonly unknown[]
  /** Values of a body member that the service is likely to know, best first. */
  memberValues(name: string, schema: JsonSchemaObject): readonly unknown[]
}

const numbered = new WeakMap<Api, () => string>()

/** A short text that is unique across runs, because services that require unique names keep those of earlier runs. */
export function distinctIn(api: Api): () => string {
  const known = numbered.get(api)
  if (known) return known
  const run = randomBytes(3).toString('hex')
  let count = 0
  const distinct = (): string => `${run}${(count++).toString(36)}`
  numbered.set(api, distinct)
  return distinct
}

/** The body of a draft, where it has the media type of the input. */
export function bodyIn(draft: Draft | undefined, input: Input): readonly unknown[] {
  const body = 'parameter' in input ? undefined : draft?.body
  return body && 'mediaType' in input && body.mediaType === input.mediaType ? [body.value] : []
}

interface Kept {
  readonly values: Choice[]
  readonly source: Iterator<Choice>
}

export class Start {
  readonly api: Api
  readonly facts: OperationFacts
  readonly pool: ValuePool
  readonly #bounds = new Map<Input, Bounds>()
  readonly #kept = new Map<Input, Kept>()
  readonly #base: Draft | undefined
  #draft: Draft

  /** @param base a call that succeeded; bodies are modelled on it */
  constructor(api: Api, facts: OperationFacts, pool: ValuePool, base: Call | undefined) {
    this.api = api
    this.facts = facts
    this.pool = pool
    this.#base = base && draftOf(base)
    this.#draft = this.#base ?? emptyDraft
  }

  /** The required values, likely to be accepted by the service, and all values of the base call. */
  get draft(): Draft {
    return this.#draft
  }

  source(input: Input, examples: readonly unknown[] = input.examples): ValueSource {
    const { api, pool } = this
    const { pointer, validator } = input
    const bounds = this.#bounds.get(input) ?? new Bounds()
    this.#bounds.set(input, bounds)
    return {
      schemas: api.surface.schemas,
      pointer,
      direction: 'request',
      examples,
      bounds,
      known: (name, schema) => pool.memberValues(name, schema),
      ...('parameter' in input ? { name: input.parameter.name } : { distinct: distinctIn(api) }),
      ...(validator && { accepts: (value: unknown) => validator(value) }),
    }
  }

  /**
   * Valid values of an input, those that reveal most first.
   * @yields each value lazily
   */
  *valid(input: Input): Iterable<Choice> {
    const examples = [...bodyIn(this.#base, input), ...input.examples]
    for (const made of coveringValues(input.schema, this.source(input, examples)))
      if (isValid(input, made.value)) yield made
  }

  /** The valid value of an input at an index; the first few are made once. */
  at(input: Input, index: number): Choice | undefined {
    const kept = this.#kept.get(input) ?? { values: [], source: this.valid(input)[Symbol.iterator]() }
    this.#kept.set(input, kept)
    while (kept.values.length <= index) {
      const next = kept.source.next()
      if (next.done === true) return undefined
      kept.values.push(next.value)
    }
    return kept.values[index]
  }

  /**
   * Values of a parameter that the service is likely to know, best first.
   * @param path values of the path that are fixed
   * @yields each value lazily
   */
  *known(input: ParameterInput, path: Choices = {}): Iterable<Choice> {
    const given = valuesOf(path)
    for (const value of this.pool.valuesFor(this.facts.operation, input.parameter, { given }))
      if (isRight(input, value)) yield { value, aim: 'is one that the service knows' }
  }

  /** The value of a parameter that the service is most likely to accept; undefined where no valid one can be sent. */
  likely(input: ParameterInput, path: Choices = {}): Choice | undefined {
    for (const choice of this.known(input, path)) return choice
    return this.at(input, 0)
  }

  /** Adds the required values to the draft, or returns the reason why one has no value. */
  complete(): string | undefined {
    const { parameters, bodies, isBodyRequired, operation } = this.facts
    for (const input of parameters) {
      const { name, in: location, required } = input.parameter
      if (!required) continue
      // The base call deleted this id, so another is needed.
      const isFresh = location === 'path' && operation.method === 'delete'
      const choices = this.#draft[location]
      const own = !isFresh && Object.hasOwn(choices, name) ? choices[name] : undefined
      const choice = own ?? this.likely(input, this.#draft.path)
      if (choice === undefined)
        return `no value of the ${location} parameter "${name}" is valid and can be sent${this.#why([input])}`
      this.#draft = withParameter(this.#draft, input.parameter, choice)
    }
    if (this.#draft.body !== undefined || !isBodyRequired) return undefined
    for (const input of bodies) {
      const choice = this.at(input, 0)
      if (choice) {
        this.#draft = withValue(this.#draft, input, choice.value, choice.aim)
        return undefined
      }
    }
    return `no valid value of the body was found${this.#why(bodies)}`
  }

  /** The keywords whose limits exceed what is generated, as a clause. */
  #why(inputs: readonly Input[]): string {
    const keywords = new Set(inputs.flatMap((input) => [...(this.#bounds.get(input)?.exceeded ?? [])]))
    return keywords.size === 0 ? '' : `: more than is made is asked for by ${[...keywords].join(', ')}`
  }
}

/**
 * Prepares the cases of an operation, or returns why there can be none.
 * @param base a call that succeeded; the default is what the document shows
 */
export async function startOf(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  base?: Call,
): Promise<Start | { readonly obstacle: string }> {
  const facts = await factsOf(api, operation)
  if (facts.obstacle !== undefined) return { obstacle: facts.obstacle }
  const start = new Start(api, facts, pool, base)
  const obstacle = start.complete()
  return obstacle === undefined ? start : { obstacle }
}

import { escapeKey, isObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Call } from '../model/call.js'
import type { Case, Deviation } from '../model/case.js'
import { canWrite, canWriteBody } from '../requests/index.js'
import { type DeviatingValue, deviatingValues } from '../../document/values/index.js'
import { inTurn } from '../../document/values/index.js'
import { type Draft, withBody, withParameter } from './choice.js'
import type { Choosing } from './choosing.js'
import { type BodyFacts, type ParameterFacts } from './facts.js'
import { freshBody } from './fresh.js'
import { makeCase } from './make-case.js'
import type { ValuePool } from './pool.js'
import { prepared } from './prepared.js'
import { isWrongForm, isWrongParameter } from './readings.js'
import { bodySource, parameterSource } from './sources.js'

interface Deviating {
  readonly draft: Draft
  readonly deviation: Deviation
}

/** Texts that many frameworks read as a number, a boolean or an absent value, and mean to. */
const lenient =
  /^(|0|1|y|n|t|f|on|off|yes|no|true|false|null|none|nan|[+-]?inf(inity)?|[+-]?\d[\d_]*(\.0*)?)$/i

const isLenient = ({ value, isCoercible }: DeviatingValue): boolean =>
  isCoercible === true ||
  (typeof value === 'string' && lenient.test(value.trim())) ||
  typeof value === 'boolean'

/** Plans the calls of one operation that deviate from the document in one matter each. */
class Deviations {
  readonly #choosing: Choosing
  readonly #start: Draft

  constructor(choosing: Choosing, start: Draft) {
    this.#choosing = choosing
    this.#start = start
  }

  all(): Iterable<Deviating> {
    const { parameters, bodies } = this.#choosing.facts
    const judged = parameters.filter(({ isOpaque }) => !isOpaque)
    const ofBodies = bodies.slice(0, 2).map((one) => this.#bodies(one))
    return inTurn([this.#missing(judged), ...ofBodies, ...judged.map((one) => this.#parameter(one))])
  }

  /** What is required, left out. */
  *#missing(parameters: readonly ParameterFacts[]): Iterable<Deviating> {
    const { facts } = this.#choosing
    if (facts.isBodyRequired) {
      const pointer = facts.operation.requestBody?.pointer ?? facts.operation.pointer
      const deviation = {
        in: 'body',
        at: '',
        keyword: 'required',
        pointer,
        says: 'the body is missing',
      } as const
      yield { draft: withBody(this.#start, undefined), deviation }
    }
    for (const { parameter, schema } of parameters) {
      // What has a default may be left out whatever else the document says.
      const hasDefault = typeof schema === 'object' && schema.default !== undefined
      if (!parameter.required || parameter.in === 'path' || hasDefault) continue
      const { name, in: location, pointer } = parameter
      yield {
        draft: withParameter(this.#start, parameter, undefined),
        deviation: {
          in: location,
          at: `/${escapeKey(name)}`,
          keyword: 'required',
          pointer,
          says: `the ${location} parameter "${name}" is missing`,
        },
      }
    }
  }

  *#parameter(facts: ParameterFacts): Iterable<Deviating> {
    const { api, pool } = this.#choosing
    const { parameter, validator, schema } = facts
    if (validator === undefined) return
    const seen = new Set<string>()
    for (const one of deviatingValues(schema, parameterSource(api, pool, facts))) {
      const text = JSON.stringify(one.value)
      if (seen.has(text) || !canWrite(parameter, one.value)) continue
      seen.add(text)
      if (!isWrongParameter(parameter, one.value, validator)) continue
      yield {
        draft: withParameter(this.#start, parameter, { value: one.value }),
        deviation: {
          in: parameter.in,
          at: `/${escapeKey(parameter.name)}${one.at}`,
          keyword: one.keyword,
          pointer: one.pointer,
          says: one.says,
          ...(isLenient(one) && { isCoercible: true }),
        },
      }
    }
  }

  *#bodies(facts: BodyFacts): Iterable<Deviating> {
    const { api, pool } = this.#choosing
    const { mediaType, kind, validator, schema } = facts
    if (validator === undefined) return
    const worked = this.#start.body?.mediaType === mediaType ? [this.#start.body.value] : []
    const source = bodySource(api, pool, { ...facts, examples: [...worked, ...facts.examples] })
    for (const one of deviatingValues(schema, source)) {
      const isWrong = {
        json: !validator(one.value),
        lines: false,
        form: isWrongForm(one.value, one.at, validator),
        multipart: isWrongForm(one.value, one.at, validator),
        xml: false,
        text: typeof one.value === 'string' && !validator(one.value),
      }[kind]
      if (!isWrong || !canWriteBody(mediaType, one.value)) continue
      const { at, keyword, pointer, says, isCoercible } = one
      const isForm = kind === 'form' || kind === 'multipart'
      yield {
        draft: withBody(this.#start, { value: one.value, mediaType }),
        deviation: {
          in: 'body',
          at,
          keyword,
          pointer,
          says,
          ...((isForm ? keyword !== 'required' && isLenient(one) : isCoercible === true) && {
            isCoercible: true,
          }),
        },
      }
    }
  }
}

/** With the body, unless that is what deviates: then it has what it needs already. */
const refreshed = (choosing: Choosing, { draft, deviation }: Deviating): Draft =>
  deviation.in === 'body' || !isObject(draft.body?.value)
    ? draft
    : freshBody(choosing.api, choosing.facts, draft)

/**
 * Cases of an operation that deviate from the document in one matter each: what is required left out, and values of
 * parameters and of the body that break their schemas however they are read. Finite; made when they are asked for.
 * @param base a call that the service carried out, from which each differs in its one matter
 */
export async function* invalidCases(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  base?: Call,
): AsyncIterable<Case> {
  const start = await prepared(api, operation, pool, base)
  if (!start) return
  const { facts, choosing } = start
  for (const one of new Deviations(choosing, start.draft).all()) {
    const { deviation } = one
    const made = makeCase(api, facts, refreshed(choosing, one), {
      aim: deviation.says,
      source: 'coverage',
      expectation: 'invalid',
      deviation,
    })
    if (made) yield made
  }
}

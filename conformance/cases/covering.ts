import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Call } from '../model/call.js'
import type { Case, CaseSource } from '../model/case.js'
import { inTurn } from '../../document/values/index.js'
import { pairwise } from '../../document/values/index.js'
import { type Choices, type Draft, withBody, withMember, withParameter } from './choice.js'
import type { Choosing } from './choosing.js'
import { combinations } from './combinations.js'
import { type ParameterFacts } from './facts.js'
import { freshBody } from './fresh.js'
import { makeCase } from './make-case.js'
import type { ValuePool } from './pool.js'
import { prepared } from './prepared.js'

/** A draft with the reason why it is made. */
interface Planned {
  readonly draft: Draft
  readonly aim: string
  readonly source?: CaseSource
  /** Its body is that of the base: services that want names to be unique refuse it a second time. */
  readonly isBodyBased?: true
}

/** Other media types than the first hold the same values: some of them show whether they are read. */
const mostOfOthers = 15
/** Ids that are tried of all that are known. */
const mostIds = 4

function* firstOf<Item>(items: Iterable<Item>, count: number): Iterable<Item> {
  let left = count
  for (const item of items) {
    if (left-- <= 0) return
    yield item
  }
}

/** Plans the valid cases of one operation: one thing is varied at a time, and then two. */
class Covering {
  readonly #choosing: Choosing
  readonly #start: Draft

  constructor(choosing: Choosing, start: Draft) {
    this.#choosing = choosing
    this.#start = start
  }

  *all(): Iterable<Planned> {
    yield* this.#whole()
    const { parameters, bodies } = this.#choosing.facts
    const opaque = new Set(parameters.filter(({ isOpaque }) => isOpaque))
    const varied = parameters.filter((one) => !opaque.has(one)).map((one) => this.#parameter(one))
    const ofBodies = bodies.map((one) => this.#bodies(one))
    const [first = [], ...others] = ofBodies
    // A body has more to it than a parameter: it comes up after every other of them.
    const running = first[Symbol.iterator]()
    const shared = { [Symbol.iterator]: () => running }
    const weighed = varied.flatMap((one, index) => (index % 2 === 0 ? [shared, one] : [one]))
    const rare = inTurn(others.map((one) => firstOf(one, mostOfOthers)))
    yield* inTurn([...weighed, shared, this.#presence(), this.#knownIds(), rare])
    yield* combinations(this.#choosing, this.#start)
  }

  /** Examples of the document, the smallest, and all that is optional. */
  *#whole(): Iterable<Planned> {
    const { parameters, bodies, isBodyRequired } = this.#choosing.facts
    const [body] = bodies
    yield { draft: this.#start, aim: 'what is required', isBodyBased: true }
    const examples = this.#withExamples()
    if (examples) yield { draft: examples, aim: 'the examples of the document', source: 'example' }
    let full = this.#start
    for (const one of parameters) {
      if (one.parameter.required || one.isOpaque) continue
      const choice = this.#choosing.likely(one)
      if (choice) full = withParameter(full, one.parameter, choice)
    }
    const bodyChoices = body ? [0, 1, 2].map((index) => this.#choosing.body(body).at(index)) : []
    const fullest = bodyChoices
      .filter((choice) => choice !== undefined)
      .toSorted((a, b) => JSON.stringify(b.value).length - JSON.stringify(a.value).length)[0]
    yield { draft: fullest ? withBody(full, fullest) : full, aim: 'all that is optional' }
    if (fullest) yield { draft: withBody(this.#start, fullest), aim: 'all members of the body' }
    if (!isBodyRequired && body) yield { draft: withBody(this.#start, undefined), aim: 'no body' }
  }

  #withExamples(): Draft | undefined {
    const { parameters, bodies } = this.#choosing.facts
    let [draft, count] = [this.#start, 0]
    for (const one of parameters) {
      const [example] = one.examples
      const choice = this.#choosing.parameter(one).at(0)
      if (one.isOpaque || choice === undefined || choice.value !== example) continue
      count++
      if (one.parameter.in !== 'path') draft = withParameter(draft, one.parameter, choice)
    }
    const [body] = bodies
    if (body && body.examples.length > 0) {
      const choice = this.#choosing.body(body).at(0)
      if (choice) draft = withBody(draft, choice)
      count++
    }
    return count === 0 ? undefined : draft
  }

  *#parameter(one: ParameterFacts): Iterable<Planned> {
    const { name } = one.parameter
    for (const choice of this.#choosing.parameter(one)) {
      const draft = withParameter(this.#start, one.parameter, choice)
      yield { draft, aim: `"${name}": ${choice.aim ?? 'another value'}`, isBodyBased: true }
    }
  }

  *#bodies(one: Choosing['facts']['bodies'][number]): Iterable<Planned> {
    for (const choice of this.#choosing.body(one)) {
      const draft = withBody(this.#start, choice)
      yield { draft, aim: `${choice.mediaType}: ${choice.aim ?? 'another value'}` }
    }
  }

  /** Optional parameters present and absent, each two of them in every way. */
  *#presence(): Iterable<Planned> {
    const optional = this.#choosing.facts.parameters.filter((one) => !one.isOpaque && !one.parameter.required)
    let bare = this.#start
    for (const { parameter } of optional) bare = withParameter(bare, parameter, undefined)
    for (const row of pairwise(optional.map((_, index) => String(index)))) {
      let draft = bare
      const chosen = row.flatMap((index) => optional[Number(index)] ?? [])
      for (const one of chosen) draft = withParameter(draft, one.parameter, this.#choosing.likely(one))
      const names = chosen.map(({ parameter }) => `"${parameter.name}"`).join(', ')
      yield { draft, aim: `with ${names}`, isBodyBased: true }
    }
    if (optional.length > 0) yield { draft: bare, aim: 'no optional parameter', isBodyBased: true }
  }

  /** Ids that answers have shown, after the best one. */
  *#knownIds(): Iterable<Planned> {
    let settled: Choices = {}
    for (const one of this.#choosing.facts.parameters) {
      if (one.parameter.in !== 'path') continue
      const known = [...this.#choosing.known(one, settled)].slice(0, mostIds)
      const { name } = one.parameter
      settled = withMember(
        settled,
        name,
        Object.hasOwn(this.#start.path, name) ? this.#start.path[name] : undefined,
      )
      for (const choice of known) {
        const draft = withParameter(this.#start, one.parameter, choice)
        yield { draft, aim: `"${one.parameter.name}" ${choice.aim}`, isBodyBased: true }
      }
    }
  }
}

const keyOf = ({ path, query, header, cookie, body }: Call): string =>
  JSON.stringify([path, query, header, cookie, body])

/**
 * Valid cases of an operation, most telling first: what is required, the examples of the document, all that is
 * optional, and then each parameter and the body through all that their schemas allow, one thing varied at a time on
 * one base; at last values of two parameters at a time. Finite; made when they are asked for.
 * @param base a call that the service carried out; what the document shows when it is absent
 */
export async function* coveringCases(
  api: Api,
  operation: Operation,
  pool: ValuePool,
  base?: Call,
): AsyncIterable<Case> {
  const start = await prepared(api, operation, pool, base)
  if (!start) return
  const { facts, choosing } = start
  const seen = new Set<string>()
  for (const { draft, aim, source = 'coverage', isBodyBased } of new Covering(choosing, start.draft).all()) {
    const isRepeated = isBodyBased === true && seen.size > 0
    const made = makeCase(api, facts, isRepeated ? freshBody(api, facts, draft) : draft, { aim, source })
    const key = made && keyOf(isRepeated ? { ...made.call, ...bodyOf(draft) } : made.call)
    if (made === undefined || key === undefined || seen.has(key)) continue
    seen.add(key)
    yield made
  }
}

const bodyOf = ({ body }: Draft): Pick<Call, 'body'> =>
  body ? { body: { mediaType: body.mediaType, value: body.value } } : {}

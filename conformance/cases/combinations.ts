import { inTurn } from '../../document/values/index.js'
import { type Choice, type Draft, withParameter } from './choice.js'
import type { Choosing } from './choosing.js'
import type { ParameterFacts } from './facts.js'

/** Values of one parameter that are combined with those of another. */
const mostValues = 5
/** Parameters that are combined with each other. */
const mostParameters = 8

interface Combination {
  readonly draft: Draft
  readonly aim: string
  readonly isBodyBased: true
}

function* ofTwo(
  choosing: Choosing,
  start: Draft,
  one: ParameterFacts,
  other: ParameterFacts,
): Iterable<Combination> {
  const valuesOf = (facts: ParameterFacts): Choice[] =>
    Array.from({ length: mostValues }, (_, index) => choosing.parameter(facts).at(index)).filter(
      (choice) => choice !== undefined,
    )
  for (const first of valuesOf(one)) {
    const half = withParameter(start, one.parameter, first)
    for (const second of valuesOf(other)) {
      const draft = withParameter(half, other.parameter, second)
      const aim = `"${one.parameter.name}" and "${other.parameter.name}": ${first.aim}, ${second.aim}`
      yield { draft, aim, isBodyBased: true }
    }
  }
}

/** Values of each two parameters that are no ids, in every way: of many values the first ones. */
export function* combinations(choosing: Choosing, start: Draft): Iterable<Combination> {
  const combined = choosing.facts.parameters
    .filter(({ isOpaque, parameter }) => !isOpaque && parameter.in !== 'path')
    .slice(0, mostParameters)
  const pairs = combined.flatMap((one, index) =>
    combined.slice(index + 1).map((other) => ofTwo(choosing, start, one, other)),
  )
  yield* inTurn(pairs)
}

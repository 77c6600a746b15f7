import type { Spot } from '../document/side.js'
import { childOf } from '../document/spots.js'
import type { Visit } from '../engine/visit.js'
import type { Meet } from './meet.js'
import { placesOf, spotsOf, type Pair } from './pair.js'

interface Condition {
  readonly holder: Spot
  readonly test: Spot
}

const conditionsOf = (meet: Meet): Condition[] =>
  meet.parts.flatMap(({ spot }) => {
    const test = childOf(spot, 'if')
    return test === undefined ? [] : [{ holder: spot, test }]
  })

const branchOf = ({ holder, test }: Condition, key: 'then' | 'else'): Spot =>
  childOf(holder, key) ?? { ...test, value: true, pointer: holder.pointer }

const compareCondition = (visit: Visit, from: Condition, to: Condition): void => {
  const kind = 'condition-changed'
  const places = { from: from.test, to: to.test }
  visit.judge({ narrowed: kind, widened: kind, changed: kind }, [from.test], [to.test], places)
  visit.enter('schema', [branchOf(from, 'then')], [branchOf(to, 'then')])
  visit.enter('schema', [branchOf(from, 'else')], [branchOf(to, 'else')])
}

const compareIfs = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [conditionsOf(pair.from), conditionsOf(pair.to)]
  const places = placesOf(pair, 'if')
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1) {
    const [from, to] = [old[index], fresh[index]]
    if (from !== undefined && to !== undefined) compareCondition(visit, from, to)
    else if (to !== undefined) visit.report('condition-added', { ...places, to: to.test })
    else if (from !== undefined)
      visit.report('condition-removed', { ...places, from: from.test, owner: from.holder })
  }
}

const verdicts = { narrowed: 'not-loosened', widened: 'not-tightened', changed: 'not-changed' }

const compareNots = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [spotsOf(pair.from, 'not'), spotsOf(pair.to, 'not')]
  const places = placesOf(pair, 'not')
  for (let index = 0; index < Math.max(old.length, fresh.length); index += 1) {
    const [from, to] = [old[index], fresh[index]]
    if (from !== undefined && to !== undefined) visit.judge(verdicts, [from], [to], { from, to })
    else if (to !== undefined) visit.report('not-added', { ...places, to })
    else if (from !== undefined) visit.report('not-removed', { ...places, from, owner: from })
  }
}

/** Compares `if` with its branches, and what `not` excludes. */
export const compareConditions = (visit: Visit, pair: Pair): void => {
  compareIfs(visit, pair)
  compareNots(visit, pair)
}

import { asyncProperty, check, integer, nat, record, string } from '#bundled/fast-check'
import type { Operation } from '../../../runtime/surface.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { NotApplicable } from '../../../conformance/model/outcome.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { bodyBreaks } from './body-breaks.js'
import type { Break } from './breaks.js'
import { smallestDraft, sendDraft } from './draft.js'
import { exercised, forEachOf, isSafeToTry } from './exercised.js'
import { operationName, routeOf } from './operation-name.js'
import { pathBreaks } from './path-breaks.js'
import { queryBreaks } from './query-breaks.js'
import { howToRepeat } from './repeat.js'
import { seededNumber, seededOrder } from './seeded.js'

/** Breaks that are tried of one operation, and requests that are spent on making one that is served smaller. */
const most = { get: { breaks: 8, shrinks: 12 }, other: { breaks: 6, shrinks: 3 } }

const salts = record({
  letters: string({ unit: nat(25).map((index) => String.fromCodePoint(0x61 + index)), maxLength: 12 }),
  by: integer({ min: 1, max: 8 }),
})

/** The answer to the smallest broken request that is served, or undefined when the first is refused. */
const servedIn = async (
  context: ScenarioContext,
  operation: Operation,
  broken: Break,
  shrinks: number,
): Promise<Exchange | undefined> => {
  let left = shrinks + 1
  let served: Exchange | undefined
  let ending: unknown
  const isRefused = asyncProperty(salts, async (salt) => {
    const draft = broken.draft(salt)
    if (draft === undefined || left === 0 || ending !== undefined) return true
    left--
    try {
      const exchange = await sendDraft(context, operation, draft)
      if (!isSuccess(exchange)) return true
      served = exchange
      return false
    } catch (error) {
      ending = error
      return true
    }
  })
  const name = `${context.version} ${routeOf(context, operation)} ${broken.target} ${broken.how}`
  await check(isRefused, { seed: seededNumber(context.session.plan.seed, name), numRuns: 1 })
  if (ending !== undefined && served === undefined) throw ending
  return served
}

/** The breaks to try: seeded, and of each target one before a second of any. */
const chosen = (context: ScenarioContext, breaks: readonly Break[], count: number): readonly Break[] => {
  const shuffled = seededOrder(
    breaks,
    context.session.plan.seed,
    ({ target, how }) => `${context.version} ${target} ${how}`,
  )
  const seen = new Map<string, number>()
  const ranked = shuffled.map((one) => {
    const rank = seen.get(one.target) ?? 0
    seen.set(one.target, rank + 1)
    return { one, rank: rank + (one.isOpen ? 0.5 : 0) }
  })
  return ranked
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one)
}

const tryOne = async (context: ScenarioContext, operation: Operation): Promise<void> => {
  const base = await smallestDraft(context, operation)
  const all = [
    ...(await queryBreaks(context, operation, base)),
    ...(await pathBreaks(context, operation, base)),
    ...(await bodyBreaks(context, operation, base)),
  ].filter((broken) => broken.draft({ letters: 'yz', by: 1 }) !== undefined)
  if (all.length === 0)
    throw new NotApplicable(`the document forbids no request of ${operationName(context, operation)}`)
  const { breaks, shrinks } = operation.method === 'get' ? most.get : most.other
  for (const broken of chosen(context, all, breaks)) {
    const served = await servedIn(context, operation, broken, broken.isOpen ? 0 : shrinks)
    if (served === undefined) continue
    const what = `${operationName(context, operation)} with ${broken.target} broken: ${broken.how}`
    if (broken.isOpen) context.note(`served: ${what}`)
    else context.violate(`served what the document forbids: ${what}`, served, operation.pointer)
  }
}

/** `operations/negative-data`: what a document forbids beyond doubt is not served. */
export const negativeData: Scenario = async (context) => {
  const operations = exercised(context, isSafeToTry)
  await forEachOf(context, operations, (operation) => tryOne(context, operation))
  if (context.violations.length > 0) context.note(howToRepeat(context, 'operations/negative-data'))
}

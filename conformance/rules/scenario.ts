import { setImmediate as nextTurn } from 'node:timers/promises'
import { isObject } from '../../document/index.js'
import { Caller } from './caller.js'
import type { Scenario, ScenarioContext } from './context.js'
import { isEnding, NotApplicable, Skip } from '../model/outcome.js'
import { begin, failureText } from './failure.js'
import { conditionFrom, pointerFrom, textFrom } from './answer.js'
import type { Fixture, FixtureTools, ScenarioTools, Shown } from './tools.js'
import type { Plan } from '../model/plan.js'

/** Existing values on the service, by name, from the plan's hook and the subjects in options. */
const knownIds = ({ service, subjects }: Plan): Readonly<Record<string, readonly unknown[]>> => {
  const { customerId, recipientAccountId, subPartnerId } = subjects
  const named = {
    customer_id: customerId,
    recipient_account_id: recipientAccountId,
    sub_partner_id: subPartnerId,
  }
  const given = Object.entries(named).filter(([, value]) => value !== undefined)
  return { ...Object.fromEntries(given.map(([name, value]) => [name, [value]])), ...service?.known }
}

/** The steps of a rule, typed without a document. */
export type Run = (tools: ScenarioTools) => Promise<void>

/** Counts the expectations of a rule. */
interface Said {
  expectations: number
}

const samplerOf =
  (context: ScenarioContext, caller: Caller): ScenarioTools['sample'] =>
  (operationId, given) => {
    const body = context.sampleBody(caller.operation(operationId), () => undefined)
    return isObject(body) ? { ...body, ...given } : (given ?? body)
  }

/** The ending of a rule whose fixture failed, with the same reason for every rule that uses it. */
const lacking = (name: string, error: Error): Error => {
  const reason = `${name} could not be made: ${error.message}`
  if (error instanceof Skip) return new Skip(reason, error.lacks)
  return error instanceof NotApplicable ? new NotApplicable(reason) : error
}

/**
 * Makes a fixture. @throws Inconclusive where the service failed in a required step, because the fixture then gave up
 * for lack of a response.
 */
const made = async <Value>(context: ScenarioContext, { name, make }: Fixture<Value>): Promise<Value> => {
  const caller = new Caller(context)
  const before = context.obstacles.length
  try {
    return await (make as (tools: FixtureTools) => Promise<Value>)(fixtureToolsOf(context, caller))
  } catch (error) {
    if (!isEnding(error)) throw error
    throw context.obstacles[before] ?? lacking(name, error)
  } finally {
    await caller.end()
  }
}

const given = async <Value>(context: ScenarioContext, fixture: Fixture<Value>): Promise<Value> => {
  const { name } = fixture
  const known = await context.session.memory.once(`fixture ${name}`, async () => fixture as Fixture<unknown>)
  if (known !== fixture) throw new Error(`two fixtures are named "${name}": give one of them another name`)
  return context.given(`fixture ${name}`, () => made(context, fixture))
}

const fixtureToolsOf = (context: ScenarioContext, caller: Caller): FixtureTools => {
  const { session, version } = context
  return {
    version,
    versions: session.plan.versions,
    ids: knownIds(session.plan),
    call: (operationId, request?) => caller.call(operationId, request),
    callUnchecked: (operationId, request) => caller.call(operationId, request),
    sample: samplerOf(context, caller),
    has: (operationId) => operationId in context.under.surface.operations,
    unique: () => `rampart-${session.uuid()}`,
    given: (fixture) => given(context, fixture),
    skip: (reason) => {
      throw new Skip(textFrom(reason))
    },
    notApplicable: (reason) => {
      throw new NotApplicable(textFrom(reason))
    },
  }
}

const toolsOf = (context: ScenarioContext, caller: Caller, said: Said): ScenarioTools => {
  const violate = (message: string, { answer, pointer }: Shown = {}): void => {
    said.expectations++
    context.violate(textFrom(message), caller.exchangeOf(answer), pointerFrom(pointer).pointer)
  }
  return {
    ...fixtureToolsOf(context, caller),
    expect: (holds, message, shown) => {
      said.expectations++
      if (!conditionFrom(holds)) violate(message, shown)
    },
    violate,
    note: (message) => context.note(textFrom(message)),
  }
}

/** Rejects when the steps of a rule exceed the time limit; an unanswered call ends earlier. */
const within = async (seconds: number, steps: Promise<void>): Promise<void> => {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const stop = (): void => reject(new Error(`it did not end within ${seconds} seconds`))
    timer = setTimeout(stop, seconds * 1000)
  })
  try {
    await Promise.race([steps, late])
  } finally {
    clearTimeout(timer)
  }
}

const leftCalls = 'the rule itself failed: it ended before its calls were answered; await each of them'
const nothingExpected = 'not judged: the rule ended without expecting anything'

/**
 * The scenario of a user rule. An error of the rule becomes its finding, unless the service failed in a required step
 * before.
 * @param folder base of relative file names
 */
export function scenarioOf(run: Run, seconds: number, folder: string): Scenario {
  return async (context) => {
    const [caller, said] = [new Caller(context), { expectations: 0 }]
    const ended = begin({ folder, violate: (message) => context.violate(message) })
    const steps = async (): Promise<void> => run(toolsOf(context, caller, said))
    try {
      await within(seconds, steps())
      if ((await caller.end()) > 0) context.violate(leftCalls)
    } catch (error) {
      await caller.end()
      if (isEnding(error)) throw error
      if (context.obstacles.length > 0) return
      context.violate(failureText(error, folder), context.seen.at(-1))
    } finally {
      // Promises that the rule did not await reject before the next turn, if at all.
      await nextTurn()
      ended()
    }
    if (said.expectations === 0) throw new NotApplicable(nothingExpected)
  }
}

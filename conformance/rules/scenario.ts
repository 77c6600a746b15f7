import { setImmediate as nextTurn } from 'node:timers/promises'
import { isObject } from '../../document/index.js'
import type { Scenario, ScenarioContext } from './context.js'
import { isEnding, NotApplicable, Skip } from '../model/outcome.js'
import { Caller } from './caller.js'
import { failureText } from './failure.js'
import { knownIds } from './known-ids.js'
import { begin } from './strays.js'
import { conditionFrom, pointerFrom, textFrom } from './said.js'
import type { ScenarioTools, Shown } from './tools.js'

/** The steps of a rule, whichever document its types are of. */
export type Run = (tools: ScenarioTools) => Promise<void>

/** What a rule said, beside what the context keeps. */
interface Said {
  expectations: number
}

const samplerOf =
  (context: ScenarioContext, caller: Caller): ScenarioTools['sample'] =>
  (operationId, given) => {
    const body = context.sampleBody(caller.operation(operationId), () => undefined)
    return isObject(body) ? { ...body, ...given } : (given ?? body)
  }

const toolsOf = (context: ScenarioContext, caller: Caller, said: Said): ScenarioTools => {
  const { session, version } = context
  const violate = (message: string, { answer, pointer }: Shown = {}): void => {
    said.expectations++
    context.violate(textFrom(message), caller.exchangeOf(answer), pointerFrom(pointer).pointer)
  }
  return {
    version,
    versions: session.plan.versions,
    ids: knownIds(session.plan),
    call: (operationId, request?) => caller.call(operationId, request),
    callUnchecked: (operationId, request) => caller.call(operationId, request),
    sample: samplerOf(context, caller),
    has: (operationId) => operationId in context.under.surface.operations,
    unique: () => `rampart-${session.uuid()}`,
    expect: (holds, message, shown) => {
      said.expectations++
      if (!conditionFrom(holds)) violate(message, shown)
    },
    violate,
    note: (message) => context.note(textFrom(message)),
    skip: (reason) => {
      throw new Skip(textFrom(reason))
    },
    notApplicable: (reason) => {
      throw new NotApplicable(textFrom(reason))
    },
  }
}

/** Rejects when the steps of a rule take too long: a call that nobody answers ends by itself before. */
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
 * The scenario of a rule of the user's own. Where the rule breaks, that is its finding, unless the service failed
 * before in what was asked of it.
 * @param folder that file names are relative to
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
      // What was left behind by the rule fails before the next turn, if it does.
      await nextTurn()
      ended()
    }
    if (said.expectations === 0) throw new NotApplicable(nothingExpected)
  }
}

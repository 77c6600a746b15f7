import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible, Inconclusive, unmet } from '../../../conformance/model/outcome.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { isSuccess, outcomeOf } from '../../../conformance/exchange/reading.js'
import { walk } from '../../../document/index.js'
import { versionHeader } from '../../fixtures/customer.js'
import { accepted, attempt, type Trial } from './attempt/attempt.js'
import { bare, lone } from './codes/documents.js'
import { recipes } from './submission/facts.js'
import { type Code, codesOf, entriesOf } from './attempt/refusal.js'

/** A code that is due for a submission, so often, where it came to these that lack its group alone. */
interface Due {
  readonly code: Code
  readonly times: number
  readonly alone: readonly Trial[]
}

const comesFor = async (context: ScenarioContext, code: Code, trial: Trial): Promise<boolean> => {
  const tried = await ifPossible(attempt(context, trial))
  return tried !== undefined && codesOf(tried.exchange).includes(code)
}

/** Whether a code comes at all: where it does not, its own rule finds that. */
const comes = async (context: ScenarioContext, { code, alone }: Due): Promise<boolean> => {
  for (const trial of alone) if (!(await comesFor(context, code, trial))) return false
  return true
}

/** @returns how many codes were looked for */
const judge = async (context: ScenarioContext, trial: Trial, dues: readonly Due[]): Promise<number> => {
  await accepted(context, trial.recipe)
  const { exchange } = await attempt(context, trial)
  if (entriesOf(exchange) === undefined) return 0
  let judged = 0
  const codes = codesOf(exchange)
  for (const due of dues) {
    if (!(await comes(context, due))) continue
    judged++
    const came = codes.filter((code) => code === due.code).length
    const message = `${trial.name}: ${due.code} is due ${due.times} times, ${came} came`
    context.expect(came === due.times, message, exchange)
  }
  return judged
}

const details = 'company_details_required'
const ownership = 'ownership_structure_required'

const ofRoot: readonly Due[] = [
  { code: details, times: 1, alone: [lone.details] },
  { code: 'legal_presence_required', times: 1, alone: [lone.presence] },
  { code: ownership, times: 1, alone: [lone.ownership] },
  { code: 'control_structure_required', times: 1, alone: [lone.control] },
]

const ofBoth: readonly Due[] = [
  { code: details, times: 2, alone: [lone.details, lone.nestedDetails] },
  { code: 'legal_presence_required', times: 1, alone: [lone.presence] },
  { code: ownership, times: 2, alone: [lone.ownership, lone.nestedOwnership] },
  { code: 'control_structure_required', times: 1, alone: [lone.control] },
]

/** The four codes of document groups come together, each once for every company that owes the group and lacks it. */
export const documentsTogether: Scenario = async (context) => {
  const ofUs: readonly Due[] = [{ code: details, times: 1, alone: [lone.usDetails] }]
  const judged =
    (await judge(context, bare.root, ofRoot)) +
    (await judge(context, bare.us, ofUs)) +
    (await judge(context, bare.both, ofBoth))
  if (judged > 0) return
  throw new Inconclusive('none of the four codes comes at all; see identification/company-details-required')
}

const resumable = (exchange: Exchange): boolean =>
  walk(jsonBody(exchange.response)).some(([at, value]) => {
    const name = at.split('/').at(-1) ?? ''
    return /(^|_)(resume_)?url$|resume/i.test(name) && name !== 'docs_url' && typeof value === 'string'
  })

/** A Business without Company Details is refused for good: nothing is left to be resumed. */
export const noResumeUrl: Scenario = async (context) => {
  await accepted(context, recipes.business)
  const { exchange, customer } = await attempt(context, {
    ...lone.details,
    name: `${lone.details.name}, once more`,
  })
  if (isSuccess(exchange)) {
    const reason =
      'a Business without Company Details is accepted; see identification/company-details-required'
    throw new Inconclusive(reason, exchange)
  }
  if (exchange.response.status !== 400)
    throw unmet(`a Business without Company Details is not judged: ${outcomeOf(exchange)}`, exchange)
  context.expect(
    !resumable(exchange),
    'the refusal of a Business without Company Details has a url',
    exchange,
  )
  const list = context.find('get', '/customers/{}/identifications')
  if (!list) return
  const read = await context.call(list, { path: [customer], version: versionHeader(context.version) })
  const left = walk(jsonBody(read.response)).filter(([, value]) => isPending(value))
  const message = 'a Business without Company Details leaves a Pending identification with a url'
  context.expect(left.length === 0, message, read)
}

const isPending = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const members = Object.entries(value)
  const isWaiting = members.some(([, one]) => one === 'Pending')
  return isWaiting && members.some(([name, one]) => /url$/i.test(name) && typeof one === 'string')
}

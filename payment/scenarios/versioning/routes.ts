import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { isSuccess } from '../../../conformance/exchange/reading.js'
import { type ServedCall, servedCalls } from '../calls/served-calls.js'

/** Reads of what is there: a 404 has no other reason. Customers and autoramps have rules of their own. */
const certain = new Set(['GET /customers/{}/abilities', 'GET /customers/{}/required-signings'])

const isLost = ({ response: { status } }: Exchange): boolean => status === 404 || status === 405

const judge = async (context: ScenarioContext, { name, operation, options }: ServedCall): Promise<void> => {
  const answers: (readonly [version: string, exchange: Exchange])[] = []
  for (const version of context.session.plan.supported)
    answers.push([version, await context.call(operation, { ...options, version: [version] })])
  const [found] = answers.find(([, exchange]) => isSuccess(exchange)) ?? []
  if (found === undefined) return
  for (const [version, exchange] of answers) {
    const message = `${name} is served under ${found}; under ${version} ${exchange.response.status} came`
    context.expect(!isLost(exchange), message, exchange)
  }
}

/** Versioning 1: what is found under one version is found under each. */
export const servedRoutes: Scenario = async (context) => {
  for (const call of await servedCalls(context)) {
    if (certain.has(call.name)) await judge(context, call)
  }
}

import type { CallOptions } from '../../../conformance/rules/call-options.js'
import type { Scenario, ScenarioContext } from '../../../conformance/rules/context.js'
import type { Exchange } from '../../../conformance/exchange/exchange.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { probe } from '../../../conformance/rules/probe.js'

const strangers = [
  '/customers/{}',
  '/customers/{}/required-signings',
  '/customers/{}/abilities',
  '/autoramps/{}',
] as const

const brokenBodies: readonly (readonly [string, CallOptions])[] = [
  ['an empty body', { body: {} }],
  ['JSON that breaks off', { rawBody: '{"name": "Contract Check", "email":' }],
]

const refusals = async (context: ScenarioContext): Promise<readonly (readonly [string, Exchange])[]> => {
  const answers: (readonly [string, Exchange])[] = [
    ['a request without a key', await probe(context, { key: 'none' })],
    ['an unknown key', await probe(context, { key: `rampart-no-such-key-${context.session.uuid()}` })],
  ]
  for (const template of strangers) {
    const operation = context.find('get', template)
    const call = operation && context.call(operation, { path: [context.session.uuid()] })
    const answer = call && (await ifPossible(call))
    if (answer) answers.push([`GET ${template} of an id that nothing has`, answer])
  }
  const creation = context.find('post', '/customers')
  for (const [what, broken] of brokenBodies) {
    const answer = creation && (await ifPossible(context.call(creation, { ...broken, isGuess: true })))
    if (answer) answers.push([`a customer of ${what}`, answer])
  }
  const quote = context.find('get', '/autoramps/quote')
  if (quote) answers.push(['a quote without parameters', await context.call(quote, { exactQuery: true })])
  return answers
}

// Nothing is held against a status here; the observers hold each answer's form against the table of errors.
const conditions: Scenario = async (context) => {
  for (const [what, { response }] of await refusals(context))
    context.note(`served: ${what} is answered ${response.status}`)
}

/** Errors, general: which condition yields which refusal is not shown, and is noted. */
export const errorScenarios: Readonly<Record<string, Scenario>> = { 'errors/conditions': conditions }

import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { memberAt, walk } from '../../../document/index.js'
import { schemaShape } from '../../schema/schema-shape.js'

/** The onboarding state in an answer, and where it stands. */
export interface CustomerState {
  readonly state: string
  /** JSON Pointer into the body. */
  readonly pointer: string
}

const named = new Set<unknown>(['SigningsRequired', 'IdentificationRequired'])
const stateNames = /stat(e|us)|stage|step|onboarding|phase|lifecycle/i
const enumerated = /enum=.*"(Signings|Identification)Required"/
const otherStates = /next|prev|former|target|history|possible|allowed|transition/i

/** Pointers to members whose enumeration in the document of POST /customers has the states that the specification names. */
const documented = (context: ScenarioContext): string[] => {
  const responses = context.find('post', '/customers')?.responses ?? {}
  const content = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.values(response.content))
  return content.flatMap(({ schema }) =>
    [...schemaShape(schema ?? true, context.under.surface.schemas)]
      .filter(
        ([pointer, facts]) => !pointer.includes('#') && !otherStates.test(pointer) && enumerated.test(facts),
      )
      .map(([pointer]) => pointer),
  )
}

const atDocumentedLocation = (context: ScenarioContext, body: unknown): CustomerState | undefined => {
  for (const pointer of documented(context)) {
    const state = memberAt(body, ...pointer.split('/').slice(1))
    if (typeof state === 'string') return { state, pointer }
  }
  return undefined
}

const atAnyLocation = (body: unknown): CustomerState | undefined => {
  const states = walk(body).flatMap(([pointer, value]): CustomerState[] => {
    const isState = stateNames.test(pointer.split('/').at(-1) ?? '') && !otherStates.test(pointer)
    return isState && typeof value === 'string' && named.has(value) ? [{ state: value, pointer }] : []
  })
  const [first] = states
  return states.every(({ state }) => state === first?.state) ? first : undefined
}

/**
 * The onboarding state of a customer record. Where it stands is not shown: the served document shows it, or else a
 * member whose name means a state and whose value is one of the two named ones.
 */
export function stateIn(context: ScenarioContext, exchange: Exchange): CustomerState | undefined {
  const body = jsonBody(exchange.response)
  return atDocumentedLocation(context, body) ?? atAnyLocation(body)
}

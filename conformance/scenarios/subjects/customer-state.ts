import type { ScenarioContext } from '../../engine/context/context.js'
import { type Exchange, jsonBody } from '../../exchange/exchange.js'
import { memberAt, walk } from '../../../document/index.js'
import { schemaShape } from '../../schema/schema-shape.js'

/** The onboarding state that an answer tells, and where. */
export interface ToldState {
  readonly state: string
  /** JSON Pointer into the body. */
  readonly pointer: string
}

const named = new Set<unknown>(['SigningsRequired', 'IdentificationRequired'])
const stateNames = /stat(e|us)|stage|step|onboarding|phase|lifecycle/i
const enumerated = /enum=.*"(Signings|Identification)Required"/
const otherStates = /next|prev|former|target|history|possible|allowed|transition/i

/** Places whose enumeration in the document of POST /customers has the states that the specification names. */
const documented = (context: ScenarioContext): string[] => {
  const responses = context.find('post', '/customers')?.responses ?? {}
  const content = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => Object.values(response.content))
  return content.flatMap(({ schema }) =>
    [...schemaShape(schema ?? true, context.under.surface.schemas)]
      .filter(([place, facts]) => !place.includes('#') && !otherStates.test(place) && enumerated.test(facts))
      .map(([place]) => place),
  )
}

const inDocumentedPlace = (context: ScenarioContext, body: unknown): ToldState | undefined => {
  for (const pointer of documented(context)) {
    const state = memberAt(body, ...pointer.split('/').slice(1))
    if (typeof state === 'string') return { state, pointer }
  }
  return undefined
}

const inAnyPlace = (body: unknown): ToldState | undefined => {
  const told = walk(body).flatMap(([pointer, value]): ToldState[] => {
    const isState = stateNames.test(pointer.split('/').at(-1) ?? '') && !otherStates.test(pointer)
    return isState && typeof value === 'string' && named.has(value) ? [{ state: value, pointer }] : []
  })
  const [first] = told
  return told.every(({ state }) => state === first?.state) ? first : undefined
}

/**
 * The onboarding state of a customer record. Where it stands is not shown: the served document says it, or else a
 * member whose name means a state and whose value is one of the two named ones.
 */
export function stateIn(context: ScenarioContext, exchange: Exchange): ToldState | undefined {
  const body = jsonBody(exchange.response)
  return inDocumentedPlace(context, body) ?? inAnyPlace(body)
}

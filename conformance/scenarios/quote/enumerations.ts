import type { ScenarioContext } from '../../engine/context.js'
import type { Exchange } from '../../model/exchange.js'
import { type EnumerationName, enumerations } from '../spec-table.js'

/** Holds a value against one of the specification's enumerations; nothing at all breaks none. */
export function expectMember(
  context: ScenarioContext,
  exchange: Exchange,
  name: EnumerationName,
  path: readonly string[],
  value: unknown,
): void {
  if (value === undefined || value === null) return
  const known = enumerations[name].some((member) => member === value)
  const message = `${path.join('.')} is ${JSON.stringify(value)}, which is no ${name}`
  context.expect(known, message, exchange, `/${path.join('/')}`)
}

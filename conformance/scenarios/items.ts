import type { ScenarioContext } from '../engine/context.js'
import { type Exchange, jsonBody } from '../model/exchange.js'
import { isObject, outcomeOf } from './reading.js'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Holds an answer against the table of a terms and conditions item: an array of id, display_name and url. */
export function expectTermsItems(context: ScenarioContext, exchange: Exchange): void {
  const body = jsonBody(exchange.response)
  if (exchange.response.status !== 200 || !Array.isArray(body)) {
    context.violate(`200 with an array of items is due, ${outcomeOf(exchange)} came`, exchange)
    return
  }
  for (const [index, item] of body.entries()) {
    const holder = isObject(item) ? item : {}
    const facts: readonly (readonly [string, boolean])[] = [
      ['id', typeof holder['id'] === 'string' && uuid.test(holder['id'])],
      ['display_name', typeof holder['display_name'] === 'string'],
      ['url', typeof holder['url'] === 'string'],
    ]
    for (const [name, holds] of facts) {
      const came = JSON.stringify(holder[name]) ?? 'nothing'
      context.expect(holds, `${name} of a terms item is due, ${came} came`, exchange, `/${index}/${name}`)
    }
  }
}

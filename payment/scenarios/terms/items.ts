import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { type Exchange, jsonBody } from '../../../conformance/exchange/exchange.js'
import { answered } from '../../../conformance/model/outcome.js'
import { memberAt } from '../../../document/index.js'
import { outcomeOf } from '../../../conformance/exchange/reading.js'
import { isText, isUuid } from '../../values/checks.js'

/** True for two items that are one document: ids may be those of one reader, and links hold what lets one in. */
export function isSameDocument(one: unknown, other: unknown): boolean {
  return memberAt(one, 'id') === memberAt(other, 'id') || memberAt(one, 'url') === memberAt(other, 'url')
}

const fields = { id: isUuid, display_name: isText, url: isText } as const

/** Holds an answer against the table of a terms and conditions item: an array of id, display_name and url. */
export function expectTermsItems(context: ScenarioContext, exchange: Exchange): void {
  const body = jsonBody(answered(exchange).response)
  if (exchange.response.status !== 200 || !Array.isArray(body)) {
    context.violate(`200 with an array of items is due, ${outcomeOf(exchange)} came`, exchange)
    return
  }
  for (const [name, isRight] of Object.entries(fields)) {
    const wrong = body.findIndex((item: unknown) => !isRight(memberAt(item, name)))
    const came = memberAt(body[wrong], name) === undefined ? 'it is absent' : 'something else came'
    context.expect(wrong === -1, `${name} of a terms item is due, ${came}`, exchange, `/${wrong}/${name}`)
  }
}

import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import { memberAt } from '../../../document/index.js'
import { isSuccess, listIn } from '../../../conformance/exchange/reading.js'

const mostIds = 2

/** True for an operation that reads several resources by their ids, which a caller has to know. */
export function takesIds({ method, parameters }: Operation): boolean {
  return (
    method === 'get' && parameters.some(({ in: location, name }) => location === 'query' && name === 'ids')
  )
}

/** Ids for a read of several resources at once: of some that the collection beside it lists, or of nothing. */
export function listedIds(context: ScenarioContext, operation: Operation): Promise<readonly string[]> {
  const collection = context.under.operations.relativePath(operation).replace(/\/ids$/, '')
  return context.once(`listed ids ${collection} ${context.version}`, async () => {
    const list = context.find('get', collection)
    const answer = list === operation ? undefined : list && (await ifPossible(context.call(list)))
    const items = answer && isSuccess(answer) ? (listIn(answer) ?? []) : []
    const ids = items.map((item) => memberAt(item, 'id')).filter((id) => typeof id === 'string')
    return ids.length > 0 ? ids.slice(0, mostIds) : [context.session.uuid()]
  })
}

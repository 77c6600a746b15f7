import type { Api, Observed } from '../../../conformance/model/case.js'
import { exploredApi } from '../../support/explored-api.js'
import { tableIn } from '../../support/table.js'
import { observed, type Row } from '../support/observed.js'

/** A document with one of each construct that requests and responses are judged by. */
export const shop: Api = await exploredApi(tableIn(import.meta.dirname, 'shop.yaml'))

/** A call of an operation of the shop, with its response. */
export const seen = (operationId: string, row: Row = {}): Observed => {
  const { [operationId]: operation } = shop.surface.operations
  if (!operation) throw new RangeError(operationId)
  return observed(shop, operation, row)
}

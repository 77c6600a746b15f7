import { openAutoramp } from '../autoramp/find.js'
import type { Handlers, SuccessOf } from '../service/call.js'
import { badRequest } from '../primitives/refusal.js'
import type { Currency } from '../api/schemas.js'
import type { TransactionRecord } from '../state/records.js'
import { found } from '../service/find.js'
import { deposit } from './deposit.js'
import { isFinal, moveTo, simulatedState } from './steps.js'

const codeOf = (currency: Currency): string => (currency.type === 'Fiat' ? currency.code : currency.token)

const render = (record: TransactionRecord): SuccessOf<'createSandboxTransaction'>['body'] => ({
  id: record.id,
  autoramp_id: record.autorampId,
  customer_id: record.customerId,
  amount_in: record.amountIn,
  amount_out: record.amountOut,
  currency_in: codeOf(record.sourceCurrency),
  currency_out: codeOf(record.destinationCurrency),
  state: simulatedState(record),
  created_at: record.createdAt.toISOString(),
})

/** POST /sandbox/transaction and PUT /sandbox/transaction/{id}/state: simulated deposits. */
export const simulationHandlers = {
  createSandboxTransaction: (call) => {
    const autoramp = openAutoramp(call, call.body.autoramp_id)
    return { status: 201, body: render(deposit(call, autoramp, call.body)) }
  },
  updateSandboxTransactionState: ({ service, partnerId, path, body }) => {
    const record = found(service.store.transactions, partnerId, path.id, 'transaction')
    const same = simulatedState(record) === body.state
    if (isFinal(record) && !same)
      throw badRequest(`the transaction is ${record.status} and cannot change any more`)
    return { status: 200, body: render(same ? record : moveTo(service, record, body.state)) }
  },
} satisfies Handlers

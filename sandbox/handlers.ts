import { walletHandlers } from './addresses/wallets.js'
import { fiatAddressHandlers } from './addresses/fiat.js'
import { subdivisionHandlers } from './addresses/subdivisions.js'
import { authenticationCodeHandlers } from './authentication-codes/authentication-codes.js'
import { creationHandlers } from './autoramp/create.js'
import { quoteHandlers } from './quotes/handler.js'
import { autorampHandlers } from './autoramp/autoramps.js'
import { rateQuoteHandlers } from './autoramp/rate-quotes.js'
import { marketDataHandlers } from './market-data/market-data.js'
import { abilityHandlers, requirementHandlers, spendingHandlers } from './customer/abilities.js'
import { customerHandlers } from './customer/customers.js'
import { identificationHandlers } from './identification/records.js'
import { feeProfileHandlers } from './fee-profiles/fee-profiles.js'
import type { AnyHandler, Handlers, HandlerTable, JudgingHandlers } from './service/service.js'
import { submissionHandlers } from './identification/submit.js'
import { openBankingHandlers } from './open-banking/payments.js'
import { pixHandlers } from './pix/pix.js'
import { termsHandlers } from './terms-and-conditions/handlers.js'
import { transactionHandlers } from './transactions/transactions.js'
import { simulationHandlers } from './transactions/deposit.js'
import { webhookHandlers } from './webhook-endpoints/registration.js'
import { logged } from './events/events.js'

const handlers: Handlers = {
  ...customerHandlers,
  ...abilityHandlers,
  ...requirementHandlers,
  ...spendingHandlers,
  ...identificationHandlers,
  ...termsHandlers,
  ...fiatAddressHandlers,
  ...walletHandlers,
  ...subdivisionHandlers,
  ...pixHandlers,
  ...authenticationCodeHandlers,
  ...quoteHandlers,
  ...creationHandlers,
  ...autorampHandlers,
  ...rateQuoteHandlers,
  ...marketDataHandlers,
  ...feeProfileHandlers,
  ...transactionHandlers,
  ...simulationHandlers,
  ...openBankingHandlers,
  ...webhookHandlers,
}

const judging: JudgingHandlers = { ...submissionHandlers }

const table = new Map<string, unknown>(Object.entries({ ...handlers, ...judging }))

const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function'

/** The handlers of all operations below `/api`; each logs the events of its changes. */
export const operationHandlers: HandlerTable = {
  find: (operationId) => {
    const handler = table.get(operationId)
    return isHandler(handler) ? (call) => logged(call.service, () => handler(call)) : undefined
  },
  judgesItsBody: (operationId) => Object.hasOwn(judging, operationId),
}

/** The emulated operations below `/api`; all others are refused. */
export const emulated: readonly string[] = [...table.keys()].sort()

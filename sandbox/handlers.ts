import { custodianHandlers } from './addresses/custodians.js'
import { fiatReadingHandlers } from './addresses/fiat-read.js'
import { fiatRegistrationHandlers } from './addresses/fiat-register.js'
import { subdivisionHandlers } from './addresses/subdivision-handlers.js'
import { walletHandlers } from './addresses/wallets.js'
import { authenticationCodeHandlers } from './authentication-codes/handlers.js'
import { creationHandlers } from './autoramp/create.js'
import { quoteHandlers } from './quotes/handler.js'
import { limitHandlers } from './autoramp/limit.js'
import { patchHandlers } from './autoramp/patch.js'
import { previewHandlers } from './quotes/preview.js'
import { attachHandlers } from './autoramp/rate-quote/attach.js'
import { rateQuoteHandlers } from './autoramp/rate-quote/quote.js'
import { autorampHandlers } from './autoramp/records.js'
import { currencyHandlers } from './market-data/currencies.js'
import { abilityHandlers } from './customer/abilities.js'
import { listHandlers } from './customer/list.js'
import { identificationRecordHandlers } from './identification/archive.js'
import { microdepositHandlers } from './customer/microdeposits.js'
import { recordHandlers } from './customer/records.js'
import { requirementHandlers } from './customer/requirements.js'
import { spendingHandlers } from './customer/spending-limit.js'
import { exchangeRateHandlers } from './market-data/exchange-rate.js'
import { feeProfileHandlers } from './fee-profiles/handlers.js'
import type { AnyHandler, Handlers, HandlerTable, JudgingHandlers } from './service/call.js'
import { decisionHandlers } from './identification/decide.js'
import { readHandlers } from './identification/read.js'
import { submissionHandlers } from './identification/submit.js'
import { openBankingHandlers } from './open-banking/handlers.js'
import { pixHandlers } from './pix/handlers.js'
import { resetHandlers } from './customer/reset.js'
import { termsHandlers } from './terms-and-conditions/handlers.js'
import { transactionHandlers } from './transactions/list.js'
import { simulationHandlers } from './transactions/simulate.js'
import { webhookHandlers } from './webhook-endpoints/handlers.js'
import { logged } from './events/event-log.js'

const handlers: Handlers = {
  ...recordHandlers,
  ...listHandlers,
  ...abilityHandlers,
  ...requirementHandlers,
  ...spendingHandlers,
  ...microdepositHandlers,
  ...identificationRecordHandlers,
  ...readHandlers,
  ...decisionHandlers,
  ...termsHandlers,
  ...fiatRegistrationHandlers,
  ...fiatReadingHandlers,
  ...walletHandlers,
  ...custodianHandlers,
  ...subdivisionHandlers,
  ...pixHandlers,
  ...authenticationCodeHandlers,
  ...quoteHandlers,
  ...creationHandlers,
  ...autorampHandlers,
  ...patchHandlers,
  ...limitHandlers,
  ...rateQuoteHandlers,
  ...attachHandlers,
  ...currencyHandlers,
  ...feeProfileHandlers,
  ...previewHandlers,
  ...exchangeRateHandlers,
  ...resetHandlers,
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

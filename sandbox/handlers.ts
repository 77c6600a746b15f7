import { custodianHandlers } from './addresses/custodians.js'
import { fiatReadingHandlers } from './addresses/fiat-read.js'
import { fiatRegistrationHandlers } from './addresses/fiat-register.js'
import { subdivisionHandlers } from './addresses/subdivision-handlers.js'
import { walletHandlers } from './addresses/wallets.js'
import { authenticationCodeHandlers } from './authentication-codes/handlers.js'
import { creationHandlers } from './autoramp/create.js'
import { quoteHandlers } from './autoramp/quote/handler.js'
import { limitHandlers } from './autoramp/limit.js'
import { patchHandlers } from './autoramp/patch.js'
import { previewHandlers } from './autoramp/quote/preview.js'
import { attachHandlers } from './autoramp/rate-quote/attach.js'
import { rateQuoteHandlers } from './autoramp/rate-quote/quote.js'
import { autorampHandlers } from './autoramp/records.js'
import { currencyHandlers } from './currencies/handlers.js'
import { abilityHandlers } from './customer/abilities.js'
import { listHandlers } from './customer/list.js'
import { identificationRecordHandlers } from './customer/identifications.js'
import { microdepositHandlers } from './customer/microdeposits.js'
import { recordHandlers } from './customer/records.js'
import { requirementHandlers } from './customer/requirements.js'
import { spendingHandlers } from './customer/spending-limit.js'
import { exchangeRateHandlers } from './exchange-rate/handlers.js'
import { feeProfileHandlers } from './fee-profiles/handlers.js'
import type { Call, Handlers, JudgingHandlers, OperationId } from './http/call.js'
import type { Result } from './http/answer.js'
import { decisionHandlers } from './identification/decide.js'
import { readHandlers } from './identification/read.js'
import { submissionHandlers } from './identification/submit.js'
import { openBankingHandlers } from './open-banking/handlers.js'
import { pixHandlers } from './pix/handlers.js'
import { resetHandlers } from './sandbox-controls/reset.js'
import { termsHandlers } from './terms-and-conditions/handlers.js'
import { transactionHandlers } from './transactions/list.js'
import { simulationHandlers } from './transactions/simulate.js'
import { webhookHandlers } from './webhooks/endpoints.js'

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

/** True for an operation whose handler judges the body itself, whatever the document says of it. */
export const judgesItsBody = (operationId: string): boolean => Object.hasOwn(judging, operationId)

/**
 * A request that the document of its version has accepted: its values have the types that the handler declares. Only
 * where the handler judges the body itself there may be a `violation`.
 */
export interface AcceptedCall extends Pick<
  Call<OperationId>,
  'service' | 'partnerId' | 'subPartnerId' | 'version' | 'behaviours'
> {
  readonly path: unknown
  readonly query: unknown
  readonly body: unknown
  readonly violation: string | undefined
}

/** A handler whose operation is known by name only. */
export type AnyHandler = (call: AcceptedCall) => Result

const table = new Map<string, unknown>(Object.entries({ ...handlers, ...judging }))

const isHandler = (value: unknown): value is AnyHandler => typeof value === 'function'

/** The handler of an operation; `undefined` for one that is not emulated yet. */
export const handlerOf = (operationId: string): AnyHandler | undefined => {
  const handler = table.get(operationId)
  return isHandler(handler) ? handler : undefined
}

/** The operations below `/api` that are emulated; every other one is refused. */
export const emulated: readonly string[] = [...table.keys()].sort()

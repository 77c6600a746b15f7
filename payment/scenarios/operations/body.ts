import type { Operation } from '../../../runtime/surface.js'
import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { ifPossible } from '../../../conformance/model/outcome.js'
import type { Hint } from '../../../document/index.js'
import { customerBody } from '../subjects/customer.js'
import { recipientHint, sampleIbans } from '../subjects/recipient.js'
import { ownCustomer } from './own-customer.js'

const isRecognisable = /^(external|partner|client)[-_]?(id|reference)$/i

/** A body that the served document takes: required members only, recognisable where it has a member for that. */
export async function bodyOf(
  context: ScenarioContext,
  operation: Operation,
  iban: string = sampleIbans[0],
): Promise<unknown> {
  if (!operation.requestBody) return undefined
  const route = context.under.operations.route(operation)
  if (route === 'post /customers') return customerBody(context)
  const owner = await ifPossible(ownCustomer(context))
  const account = recipientHint(owner?.id ?? context.session.uuid(), iban)
  const hint: Hint = (path, schema) => {
    const name = path.at(-1) ?? ''
    if (isRecognisable.test(name)) return `rampart-${context.session.uuid()}`
    if (/(^|[_-])ur[il]$/i.test(name)) return 'https://example.com/'
    // Of one account number a customer has but one account, whatever kind it is.
    return name === 'account_number' ? iban.slice(-10) : account(path, schema)
  }
  return context.sampleBody(operation, hint, ['SEPA', 'Fiat', 'Individual', 'Link'])
}

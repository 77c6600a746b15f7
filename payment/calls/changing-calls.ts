import type { ScenarioContext } from '../../conformance/rules/context.js'
import { ifPossible } from '../../conformance/model/outcome.js'
import type { Hint } from '../../document/index.js'
import { createAutoramp } from '../fixtures/autoramp.js'
import type { ServedCall } from './served-calls.js'
import { createCustomer } from '../fixtures/customer.js'
import { startIdentification } from '../fixtures/onboarding.js'
import { quoteSubject } from '../fixtures/quote.js'
import { fiatRecipient, freshIban } from '../fixtures/recipient.js'
import { defaultVersion } from '../../versions/index.js'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

const made = async (context: ScenarioContext): Promise<readonly ServedCall[]> => {
  const { id } = await createCustomer(context, defaultVersion)
  const identification = await ifPossible(startIdentification(context, id, defaultVersion))
  const subject = await ifPossible(quoteSubject(context))
  // A fresh, uncancelled one, because a finished one is refused regardless of headers.
  const autoramp = subject && (await ifPossible(createAutoramp(context, subject)))
  const account =
    subject &&
    (await ifPossible(fiatRecipient(context, subject.customerId, defaultVersion, freshIban(context))))
  const owner: Hint = (path) => (path.at(-1) === 'customer_id' ? subject?.customerId : undefined)
  const candidates: readonly (readonly [Method, string, readonly (string | undefined)[]])[] = [
    ['put', '/customers/{}', [id]],
    ['put', '/customers/{}/archive', [id]],
    ['get', '/identifications/{}', [identification]],
    ['put', '/identifications/{}/archive', [identification]],
    ['patch', '/autoramps/{}', [autoramp]],
    ['delete', '/autoramps/{}', [autoramp]],
    ['delete', '/addresses/fiat/{}/{}', [subject?.customerId, account]],
    ['post', '/fee-profiles', []],
  ]
  return candidates.flatMap(([method, template, ids]): ServedCall[] => {
    const operation = context.find(method, template)
    const path = ids.flatMap((one) => one ?? [])
    if (!operation || path.length < ids.length) return []
    const body = operation.requestBody && { body: context.sampleBody(operation, owner) }
    const options = { path, isGuess: true, ...body }
    return [{ name: `${method.toUpperCase()} ${template}`, operation, options }]
  })
}

/**
 * Calls that would change things made for this purpose, and a read of one of them. Rules send them so that a correct
 * service refuses them all.
 */
export function changingCalls(context: ScenarioContext): Promise<readonly ServedCall[]> {
  return context.given('changing', async () => (await ifPossible(made(context))) ?? [])
}

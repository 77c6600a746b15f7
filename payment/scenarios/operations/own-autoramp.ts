import type { ScenarioContext } from '../../../conformance/rules/context.js'
import { createAutoramp } from '../subjects/autoramp.js'
import { onrampQuery, quoteSubject } from '../subjects/quote.js'
import { walletRecipient } from '../subjects/recipient.js'
import { createdId } from './own-resource.js'

/**
 * An autoramp of euros for crypto that only these rules use, which stays open until the end of the run.
 * @throws Skip where the service makes none.
 */
export function ownAutoramp(context: ScenarioContext): Promise<string> {
  return context.once(`autoramp of operations ${context.version}`, async () => {
    const subject = await quoteSubject(context)
    const recipient = await walletRecipient(context, subject.customerId)
    return createAutoramp(context, { ...subject, query: onrampQuery(subject, 'EUR', recipient) })
  })
}

/** An authentication code, and the id of the autoramp that it is for. */
interface AuthenticationCode {
  readonly entity: string
  readonly code: string | undefined
}

/**
 * An autoramp that was asked to send its authentication code again. Codes go out to people, so that this is done where
 * the document has the sandbox's controls alone.
 */
export function ownAuthenticationCode(context: ScenarioContext): Promise<AuthenticationCode | undefined> {
  return context.once(`code of operations ${context.version}`, async () => {
    const operation = context.find('post', '/autoramps/{}/retry-auth')
    if (!operation || !context.find('put', '/sandbox/autoramp/{}')) return undefined
    const entity = await ownAutoramp(context)
    const call = await context.call(operation, { path: [entity], isGuess: true })
    return { entity, code: createdId(call, '/authentication-codes') }
  })
}

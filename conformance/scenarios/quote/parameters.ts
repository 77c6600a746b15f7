import { deepEqual } from '../../../runtime/deep-equal.js'
import type { Scenario } from '../../engine/context.js'
import { ifPossible, NotApplicable } from '../../engine/outcome.js'
import { isSuccess, objectBody, outcomeOf } from '../reading.js'
import { quoteParameters } from '../spec-table.js'
import { askQuote, quoteSubject } from '../subjects/quote.js'
import { fiatRecipient, sampleIbans } from '../subjects/recipient.js'

const recipientPrecedence: Scenario = async (context) => {
  const subject = await quoteSubject(context)
  if (!('recipient_account_id' in subject.query)) {
    throw new NotApplicable('no quote could be had with a recipient_account_id')
  }
  const other = sampleIbans[1]
  await ifPossible(fiatRecipient(context, subject.customerId, context.version, other))
  const exchange = await askQuote(context, subject, { recipient_account: other })
  if (!isSuccess(exchange)) {
    throw new NotApplicable(`a quote with both recipients is not served: ${outcomeOf(exchange)}`)
  }
  const [alone, both] = [subject.exchange, exchange].map((one) => objectBody(one)['recipient_account'])
  const message = 'recipient_account changes the recipient although recipient_account_id is given'
  context.expect(deepEqual(alone, both), message, exchange, '/recipient_account')
}

const documentParameters: Scenario = async (context) => {
  const operation = context.operation('get', '/autoramps/quote')
  for (const [name, required] of Object.entries(quoteParameters)) {
    const parameter = operation.parameters.find(
      (candidate) => candidate.in === 'query' && candidate.name === name,
    )
    const pointer = parameter?.pointer ?? `${operation.pointer}/parameters`
    const due = required ? 'required' : 'optional'
    const message = parameter
      ? `${name} is ${due} by the table; the document has it otherwise`
      : `the document lacks the query parameter ${name}`
    context.expect(parameter?.required === required, message, undefined, pointer)
  }
}

/** The parameters of GET /autoramps/quote: which one wins, and what the documents say of them. */
export const quoteParameterScenarios: Readonly<Record<string, Scenario>> = {
  'quote/recipient-precedence': recipientPrecedence,
  'quote/document-parameters': documentParameters,
}

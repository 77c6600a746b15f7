import type { Answer } from '../http/answer.js'
import { isObject } from './edit.js'
import type { Fault } from './fault.js'

/** The number of the bank account in an answer that shows one. */
const numberIn = ({ status, body }: Answer): string => {
  if (status !== 200 || typeof body !== 'string') return ''
  const address: unknown = JSON.parse(body)
  const identifier = isObject(address) ? address['bank_account_identifier'] : undefined
  const number = isObject(identifier) ? identifier['account_number'] : undefined
  return typeof number === 'string' ? number : ''
}

const refusing = (variant: string, length: number): Fault => ({
  rule: 'quote/bank-bounds',
  variant,
  does: `refuses account numbers of ${length} characters`,
  hooks: () => ({
    answer: (answer, { operationId }) =>
      operationId === 'registerFiatAddress' && numberIn(answer).length === length
        ? { ...answer, status: 400, body: JSON.stringify('the account number has another length') }
        : answer,
  }),
})

/** Faults in the limits of bank accounts. */
export const bankNumberFaults: readonly Fault[] = [refusing('shortest', 4), refusing('longest', 17)]

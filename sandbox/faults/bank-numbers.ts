import type { Answer } from '../pipeline/answer.js'
import { isEditable } from './edit.js'
import type { Fault, JsonObject } from './fault.js'

/** The identifier of the bank account in a response that contains one. */
const identifierIn = ({ status, body }: Answer): JsonObject | undefined => {
  if (status !== 200 || typeof body !== 'string') return undefined
  const address: unknown = JSON.parse(body)
  const identifier = isEditable(address) ? address['bank_account_identifier'] : undefined
  return isEditable(identifier) ? identifier : undefined
}

const numberIn = (answer: Answer): string => {
  const number = identifierIn(answer)?.['account_number']
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

/** Refuses accounts with certain identifiers. */
const refusingWhere = (
  variant: string,
  does: string,
  isRefused: (identifier: JsonObject) => boolean,
): Fault => ({
  rule: 'quote/bank-bounds',
  variant,
  does,
  hooks: () => ({
    answer: (answer, { operationId }) => {
      const identifier = operationId === 'registerFiatAddress' ? identifierIn(answer) : undefined
      return identifier && isRefused(identifier)
        ? { ...answer, status: 400, body: JSON.stringify('the bank account is wrong') }
        : answer
    },
  }),
})

const lettered = ({ account_number: number }: JsonObject): boolean =>
  typeof number === 'string' && /[A-Z]/.test(number)

const hasNoIntermediary = ({ type, intermediary_bic: bic }: JsonObject): boolean =>
  type === 'SWIFT' && (bic === undefined || bic === null)

/** Pretends to register accounts that the document refuses for one member. */
const taking = (variant: string | undefined, does: string, member: RegExp): Fault => ({
  rule: 'quote/bank-refusals',
  ...(variant === undefined ? {} : { variant }),
  does,
  hooks: () => {
    let last: Answer | undefined
    return {
      answer: (answer, { operationId }) => {
        if (operationId !== 'registerFiatAddress') return answer
        if (answer.status === 200) last = answer
        const isLenient = answer.status === 400 && member.test(String(answer.body))
        return isLenient && last ? { ...last, headers: answer.headers } : answer
      },
    }
  },
})

/** Faults in the limits of bank accounts. */
export const bankNumberFaults: readonly Fault[] = [
  refusing('shortest', 4),
  refusing('longest', 17),
  refusingWhere('letters', 'refuses account numbers with letters', lettered),
  refusingWhere('intermediary', 'refuses SWIFT accounts without an intermediary_bic', hasNoIntermediary),
  taking(undefined, 'registers bank accounts with any routing_number', /routing_number/),
  taking('account-number', 'registers bank accounts with any account_number', /account_number/),
  taking('type', 'registers bank accounts of any type', /"[^"]*account_identifier(\/type)? /),
  taking('iban', 'registers bank accounts without an iban', /iban/),
  taking('sort-code', 'registers bank accounts without a sort_code', /sort_code/),
  taking('bic', 'registers bank accounts without a bic', /\bbic\b/),
]

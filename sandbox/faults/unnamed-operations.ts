import { editObject } from './edit.js'
import type { Answer } from '../pipeline/answer.js'
import type { Fault, Hooks } from './fault.js'
import { at, told } from './answers.js'

/** Remembers what a PIX address looked like and shows it for ever. */
const rememberPix = (): Hooks => {
  const seen = new Map<string, Answer>()
  return {
    answer: (answer, { operationId, values }) => {
      const id = values?.path['pix_address_id']
      if (operationId !== 'getPixAddress' || typeof id !== 'string') return answer
      if (answer.status === 200) seen.set(id, answer)
      return seen.get(id) ?? answer
    },
  }
}

/** Faults in operations that the specification does not name, and whose documents promise something. */
export const unnamedOperationFaults: readonly Fault[] = [
  {
    rule: 'operations/available-after-creation',
    variant: 'pix',
    does: 'does not find any PIX address that is read by its id',
    hooks: () => at('getPixAddress', 200, (answer) => told(answer, 404, 'not found')),
  },
  {
    rule: 'operations/use-after-delete',
    variant: 'pix',
    does: 'shows PIX addresses that were deleted as if they were there',
    hooks: rememberPix,
  },
  {
    rule: 'documents/body',
    variant: 'open-banking',
    does: 'shows open-banking payments without their iron_payment_id',
    hooks: () =>
      at('getAutorampOpenBankingPayment', 201, (answer) =>
        editObject(answer, (payment) => delete payment['iron_payment_id']),
      ),
  },
  {
    rule: 'documents/body',
    variant: 'authentication-code',
    does: 'counts the attempts of an authentication code in words',
    hooks: () =>
      at('getPendingAuthenticationCode', 200, (answer) =>
        editObject(answer, (code) => Object.assign(code, { attempts: 'none' })),
      ),
  },
  {
    rule: 'documents/status',
    variant: 'authentication-code',
    does: 'answers 201 to an answer to an authentication code',
    hooks: () => at('submitAuthenticationCode', 200, (answer) => ({ ...answer, status: 201 })),
  },
]

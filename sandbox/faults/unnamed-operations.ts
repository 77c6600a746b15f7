import { editObject } from './edit.js'
import type { Answer } from '../pipeline/answer.js'
import { fault, type Fault, type Hooks } from './fault.js'
import { at, respondWith } from './answers.js'

/** Caches PIX addresses and never updates them. */
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

/** Faults in operations that only the documents describe, and not the specification. */
export const unnamedOperationFaults: readonly Fault[] = [
  fault('state/readable:pix', 'does not find any PIX address that is read by its id', () =>
    at('getPixAddress', 200, (answer) => respondWith(answer, 404, 'not found')),
  ),
  fault('state/gone:pix', 'shows PIX addresses that were deleted as if they were there', rememberPix),
  fault('answers/body:open-banking', 'shows open-banking payments without their iron_payment_id', () =>
    at('getAutorampOpenBankingPayment', 201, (answer) =>
      editObject(answer, (payment) => delete payment['iron_payment_id']),
    ),
  ),
  fault('answers/body:authentication-code', 'counts the attempts of an authentication code in words', () =>
    at('getPendingAuthenticationCode', 200, (answer) =>
      editObject(answer, (code) => Object.assign(code, { attempts: 'none' })),
    ),
  ),
  fault('answers/status:authentication-code', 'answers 201 to an answer to an authentication code', () =>
    at('submitAuthenticationCode', 200, (answer) => ({ ...answer, status: 201 })),
  ),
]

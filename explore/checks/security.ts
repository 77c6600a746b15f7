import { isOrdinary, isServed, isUnanswered, operationName } from './answer.js'
import { shownBy } from './checked.js'
import type { Check } from '../model/violation.js'

const words = { none: 'without credentials', wrong: 'with wrong credentials' } as const

/** `security/required`: an operation that also lists the empty requirement may be called by everybody. */
export const security: Check = (observed) => {
  const { credentials = 'own', operation } = observed.case.call
  const requirements = operation.security
  const isOpen = requirements.length === 0 || requirements.some((one) => Object.keys(one).length === 0)
  const { securitySchemes } = observed.api.surface
  // Certificates belong to the connection: what comes over it has them.
  const isByConnection = requirements.some((one) =>
    Object.keys(one).some((name) => securitySchemes[name]?.type === 'mutualTLS'),
  )
  if (credentials === 'own' || isByConnection || isOpen || isUnanswered(observed) || !isOrdinary(observed))
    return undefined
  if (!isServed(observed)) return []
  const schemes = [...new Set(requirements.flatMap((one) => Object.keys(one)))].toSorted().join(', ')
  const { status } = observed.exchange.response
  return shownBy(observed, [
    {
      rule: 'security/required',
      message: `${operationName(observed)} answered ${status} ${words[credentials]}, and requires ${schemes}`,
      pointer: operation.pointer,
      expected: 'A refusal: 401, or 403.',
      cause: `${credentials} ${schemes}`,
    },
  ])
}

import { isOrdinary, isServed, isUnanswered, mayBeOfAnother, operationName } from './answer.js'
import { shownBy } from './checked.js'
import type { Observed } from '../model/observed.js'
import type { Check } from '../model/violation.js'

/** Schemes of names and tokens of anybody: some services take each as an identity of its own, and mean to. */
const isOfAnybody = ({ api, case: { call } }: Observed): boolean =>
  call.operation.security.some((one) =>
    Object.keys(one).every((name) => api.surface.securitySchemes[name]?.type === 'http'),
  )

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
  if (mayBeOfAnother(observed)) return undefined
  if (!isServed(observed)) return []
  const schemes = [...new Set(requirements.flatMap((one) => Object.keys(one)))].toSorted().join(', ')
  const { status } = observed.exchange.response
  const isMadeUp = credentials === 'wrong' && isOfAnybody(observed)
  return shownBy(observed, [
    {
      rule: isMadeUp ? 'security/made-up' : 'security/required',
      message: `${operationName(observed)} answered ${status} ${words[credentials]}, and requires ${schemes}`,
      pointer: operation.pointer,
      expected: 'A refusal: 401, or 403.',
      cause: credentials,
    },
  ])
}

import type { ExploreViolation } from '../model/violation.js'

const rules: ReadonlySet<string> = new Set(['security/required', 'security/made-up'])

const callOf = ({ steps }: ExploreViolation) => steps.at(-1)?.case.call

const withMessage = (violation: ExploreViolation, message: string): ExploreViolation => ({
  ...violation,
  message,
})

/**
 * Puts operations together that anybody may call. One that asks for no credentials need not be shown to take wrong ones
 * as well; those that take wrong ones alone are another cause.
 */
export function foldSecurity(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const isOfSecurity = ({ rule }: ExploreViolation): boolean => rules.has(rule)
  const own = violations.filter(isOfSecurity)
  const open = new Set(
    own.flatMap((one) => {
      const call = callOf(one)
      return call?.credentials === 'none' ? [call.operation.pointer] : []
    }),
  )
  const left = own.filter((one) => {
    const call = callOf(one)
    return call?.credentials !== 'wrong' || !open.has(call.operation.pointer)
  })
  const count = (one: ExploreViolation): number =>
    new Set(
      left
        .filter(({ rule, cause }) => rule === one.rule && cause === one.cause)
        .map((other) => callOf(other)?.operation.pointer),
    ).size
  const said = left.map((one): ExploreViolation => {
    const [call, operations] = [callOf(one), count(one)]
    if (!call || operations < 2) return one
    const how = call.credentials === 'none' ? 'without any' : 'with wrong ones'
    const status = one.steps.at(-1)?.exchange.response.status ?? 0
    const message = `${operations} operations that require credentials are carried out ${how}, such as ${call.operation.method.toUpperCase()} ${call.operation.path}, answered ${status}`
    return withMessage(one, message)
  })
  return [...violations.filter((one) => !isOfSecurity(one)), ...said]
}

import type { ValidationError } from '../../runtime/validator.js'

const detail = ({ keyword, params, message }: ValidationError): string => {
  const allowed = params['allowedValues']
  if (keyword === 'enum' && Array.isArray(allowed) && allowed.length <= 20)
    return `must be one of ${allowed.join(', ')}`
  return message ?? `breaks '${keyword}'`
}

/** The first violation in words: its location and the constraint, never the value itself. */
export function describeViolation(errors: readonly ValidationError[] | null | undefined): string {
  const [first] = errors ?? []
  if (first === undefined) return 'is not valid'
  return first.instancePath === '' ? detail(first) : `at ${first.instancePath} ${detail(first)}`
}

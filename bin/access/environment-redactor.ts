import { makeRedactor } from '../../redaction/index.js'

const secretName = /key|secret|token|passw|auth|credential/i

/**
 * Takes the values of variables out of a text whose names say that they are secret: for texts of code that a user
 * wrote, which may repeat any of them.
 */
export function environmentRedactor(
  env: Readonly<Record<string, string | undefined>>,
): (text: string) => string {
  return makeRedactor(
    Object.entries(env).flatMap(([name, value = '']) =>
      secretName.test(name) && value.trim().length > 3 ? [{ value: value.trim(), mask: '[redacted]' }] : [],
    ),
  )
}

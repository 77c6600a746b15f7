import { makeRedactor, type Redact } from '../../redaction/index.js'
import type { NamedSecret } from '../../webhook/index.js'
import type { CommandContext } from '../process/context.js'

const mask = '[secret]'

const formsOf = ({ value }: NamedSecret): string[] => {
  const trimmed = value.trim()
  return [value, trimmed, trimmed.replace(/^whsec_/, '')]
}

/** Takes secrets out of a text. */
export const redactor = (secrets: readonly NamedSecret[]): Redact =>
  makeRedactor([...new Set(secrets.flatMap(formsOf))].map((value) => ({ value, mask })))

/** A context that prints no secret, even where a stranger put one into a delivery. */
export function redacting(context: CommandContext, secrets: readonly NamedSecret[]): CommandContext {
  const clean = redactor(secrets)
  return {
    ...context,
    stdout: (text) => context.stdout(clean(text)),
    stderr: (text) => context.stderr(clean(text)),
  }
}

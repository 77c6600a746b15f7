import { type NamedSecret, redactor } from '../../webhook/index.js'
import type { CommandContext } from '../process/context.js'

/** A context that prints no secret, even where a stranger put one into a delivery. */
export function redacting(context: CommandContext, secrets: readonly NamedSecret[]): CommandContext {
  const clean = redactor(secrets)
  return {
    ...context,
    stdout: (text) => context.stdout(clean(text)),
    stderr: (text) => context.stderr(clean(text)),
  }
}

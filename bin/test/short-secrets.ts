import type { Keys, Plan } from '../../conformance/index.js'
import { isShort, shortestInside } from '../../redaction/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'

/** Says which secrets are so short that they are hidden only where they are a whole value. */
export function sayShortSecrets(
  { apiKeyEnv, secondKeyEnv, webhooks }: Plan,
  { apiKey, secondKey = '', webhookSecret = '' }: Keys,
  context: CommandContext,
): void {
  const short = [
    [apiKeyEnv, apiKey],
    [secondKeyEnv, secondKey],
    [webhooks?.secretEnv, webhookSecret],
  ].flatMap(([name, value]) => (name !== undefined && isShort(value ?? '') ? [name] : []))
  if (short.length === 0) return
  const { yellow } = colorsFor(context.color)
  const why = `fewer than ${shortestInside} characters: reports hide it only where it is a whole value`
  context.stderr(`${yellow('warning[short-secret]')}: ${short.join(', ')} has ${why}.\n`)
}

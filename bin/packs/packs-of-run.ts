import { outlineOf, packsFor, type Registry, registryOf, type RulePack } from '../../conformance/index.js'
import { paymentPack } from '../../payment/index.js'
import { RampartError } from '../../diagnostics/index.js'
import type { ConfiguredPacks } from '../config/configured-packs.js'
import type { CommandContext } from '../process/context.js'

/** A document's text with its version, or the name of one that has none. */
interface NamedText {
  readonly name: string
  readonly text: string
}

/**
 * Every pack that there is, whichever service it is about: that which comes with rampart, and those of the user's own.
 * @throws RampartError PACK_INVALID or CONFIG_INVALID.
 */
export async function everyPack(
  configured: ConfiguredPacks | undefined,
  { cwd }: Pick<CommandContext, 'cwd'>,
): Promise<readonly RulePack[]> {
  if (configured === undefined) return [paymentPack]
  // Only here: it loads what runs TypeScript.
  const { loadPacks } = await import('./load-packs.js')
  return [paymentPack, ...(await loadPacks(configured, cwd))]
}

/**
 * The rules that are about the service which serves these documents.
 * @throws RampartError RULES_NONE when no pack is.
 */
export function registryFor(packs: readonly RulePack[], documents: readonly NamedText[]): Registry {
  const fitting = packsFor(
    packs,
    documents.map(({ name, text }) => outlineOf(name, text)),
  )
  if (fitting.length > 0) return registryOf(fitting)
  const names = packs.map(({ name }) => name).join(', ')
  throw new RampartError('RULES_NONE', {
    message: `none of the packs (${names}) is for the documents of this service`,
  })
}

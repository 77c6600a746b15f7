import {
  type DocumentOutline,
  packsFor,
  type Registry,
  registryFor as weighedRegistry,
  type RulePack,
} from '../../conformance/index.js'
import type { ConfiguredPacks } from '../config/apply-config.js'
import type { CommandContext } from '../process/context.js'
import { ownPacks } from './own-packs.js'

/**
 * Every pack that there is, whichever service it is about: those that come with rampart, and those of the user's own.
 * @throws RampartError PACK_INVALID or CONFIG_INVALID.
 */
export async function everyPack(
  configured: ConfiguredPacks | undefined,
  { cwd }: Pick<CommandContext, 'cwd'>,
): Promise<readonly RulePack[]> {
  if (configured === undefined) return ownPacks
  // Only here: it loads what runs TypeScript.
  const { loadPacks } = await import('./load-packs.js')
  return [...ownPacks, ...(await loadPacks(configured, cwd))]
}

/** The rules that are about the service which serves these documents. Rules about versions are about several. */
export function registryFor(packs: readonly RulePack[], documents: readonly DocumentOutline[]): Registry {
  const registry = weighedRegistry(packsFor(packs, documents))
  if (documents.length > 1) return registry
  return { ...registry, rules: registry.rules.filter(({ id }) => !id.startsWith('versions/')) }
}

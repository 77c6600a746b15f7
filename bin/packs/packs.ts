import { isAbsolute, join, relative, resolve } from 'node:path'
import {
  type DocumentOutline,
  documentPack,
  failureText,
  packsFor,
  packsOf,
  type Registry,
  registryFor as weighedRegistry,
  type RulePack,
} from '../../conformance/index.js'
import { fileReason, RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { paymentPack } from '../../payment/index.js'
import { printable } from '../../reporting/index.js'
import { type ConfigFile, evaluate } from '../config/config-file.js'
import type { CommandContext } from '../process/context.js'
import { readTextBounded } from '../input/bounded.js'

/** The packs that come with rampart: the rules of any document, and the specification of the payment API. */
export const ownPacks: readonly RulePack[] = [documentPack, paymentPack]

/** Ids that no rule of a user's own may have: those of the rules that come with rampart. */
export function takenIds(): readonly string[] {
  return ownPacks.flatMap(({ rules }) => rules.map(({ id }) => id))
}

const isRule = (value: unknown): boolean =>
  isObject(value) && !('rules' in value) && ('observe' in value || 'run' in value || 'id' in value)

/** Packs, and one more for rules outside of packs. */
export function grouped(all: readonly unknown[]): readonly unknown[] {
  const alone = all.filter(isRule)
  const packs = all.filter((one) => !isRule(one))
  return alone.length === 0 ? packs : [...packs, { name: 'own', title: 'Rules of your own', rules: alone }]
}

const invalid = (message: string, cause?: unknown): RampartError =>
  new RampartError('PACK_INVALID', { message, cause })

/** The module that an entry names: its default export is a pack, a rule, or a list of them. */
const imported = async (name: string, { file, above }: ConfigFile, cwd: string): Promise<unknown> => {
  const path = isAbsolute(name) ? name : resolve(cwd, above, name)
  const shown = relative(cwd, path)
  const text = await readTextBounded(path).catch((cause: NodeJS.ErrnoException) => {
    throw invalid(`${file}: packs names ${name}, which cannot be read: ${fileReason(cause)}`, cause)
  })
  return evaluate({ path, file: shown, text, cwd }, true)
}

const flat = async (entry: unknown, configured: ConfigFile, cwd: string): Promise<readonly unknown[]> => {
  const value = typeof entry === 'string' ? await imported(entry, configured, cwd) : entry
  if (!Array.isArray(value)) return [value]
  return (await Promise.all(value.map((one: unknown) => flat(one, configured, cwd)))).flat()
}

/** The packs of a config file, and of the modules that it names. */
const loadPacks = async (configured: ConfigFile, cwd: string): Promise<readonly RulePack[]> => {
  const { values, file, above } = configured
  const { packs } = values
  if (!Array.isArray(packs)) throw invalid(`${file}: "packs" must be a list of packs, rules or modules`)
  return packsOf(grouped(await flat(packs, configured, cwd)), takenIds(), join(cwd, above))
}

/** All packs, for any service: those of rampart, and those of the user. */
export async function everyPack(
  configured: ConfigFile | undefined,
  { cwd }: Pick<CommandContext, 'cwd'>,
): Promise<readonly RulePack[]> {
  if (configured === undefined) return ownPacks
  return [...ownPacks, ...(await loadPacks(configured, cwd))]
}

/** The rules about the service of these documents. Rules about versions need several documents. */
export function registryFor(packs: readonly RulePack[], documents: readonly DocumentOutline[]): Registry {
  const registry = weighedRegistry(packsFor(packs, documents))
  if (documents.length > 1) return registry
  return { ...registry, rules: registry.rules.filter(({ id }) => !id.startsWith('versions/')) }
}

/** Runs rules of the user. A promise that they did not await may reject at any time: it is printed, and ends nothing. */
export async function withUnawaited<T>(run: () => Promise<T>, { cwd, stderr }: CommandContext): Promise<T> {
  const onRejection = (error: unknown): void =>
    stderr(printable(`In a promise that a rule did not await, ${failureText(error, cwd)}`) + '\n')
  process.on('unhandledRejection', onRejection)
  try {
    return await run()
  } finally {
    process.off('unhandledRejection', onRejection)
  }
}

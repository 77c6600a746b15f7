import { outlineOfSurface, packsFor, type Registry, registryOf, type Rule } from '../../conformance/index.js'
import { paymentPack } from '../../payment/index.js'
import { exploreRules } from '../../conformance/index.js'
import { everyPack } from '../packs/packs-of-run.js'
import type { CommandContext } from '../process/context.js'
import type { TestOptions } from '../test/options.js'
import { rulesFor } from '../test/plan.js'
import type { OpenDocument } from './documents.js'

/** The rules that a service is explored with. */
export interface ExploredRules {
  /** Those that follow from any document, and those of the user's own. */
  readonly all: Registry
  /** Those of the user's own that are about these documents, with what judges them. */
  readonly own: Registry
}

/** Rules about versions are about several documents. */
const fromDocuments = (count: number): readonly Rule[] =>
  Object.entries(exploreRules)
    .filter(([id]) => count > 1 || !id.startsWith('versions/'))
    .map(([id, { title, section, statement, severity }]) => {
      const text = { id, title, section, statement, severity }
      return Object.assign(text, { kind: 'observer', versions: 'all', needs: [] } as const)
    })

/**
 * The rules that are about documents: those that follow from any, and those of the user's own. The rules of the payment
 * API want its version list: they are not among them.
 * @throws RampartError PACK_INVALID or CONFIG_INVALID.
 */
export async function rulesAbout(
  documents: readonly OpenDocument[],
  packs: TestOptions['packs'],
  context: Pick<CommandContext, 'cwd'>,
): Promise<ExploredRules> {
  const mine = (await everyPack(packs, context)).filter((pack) => pack !== paymentPack)
  const own = registryOf(
    packsFor(
      mine,
      documents.map(({ opened, version }) => outlineOfSurface({ ...opened.surface, version })),
    ),
  )
  return { all: { ...own, rules: [...fromDocuments(documents.length), ...own.rules] }, own }
}

/**
 * Ids of the rules that `--rules` and `--tags` ask for.
 * @throws RampartError RULES_UNKNOWN, TAGS_UNKNOWN or RULES_NONE.
 */
export function askedFor(
  { all }: ExploredRules,
  options: Pick<TestOptions, 'rules' | 'tags'>,
): ReadonlySet<string> {
  return new Set(rulesFor(options, all))
}

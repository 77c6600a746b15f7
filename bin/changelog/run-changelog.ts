import { resolve } from 'node:path'
import { firstRelease, type Policy, type Release, releaseOf, renderChangelog } from '../../diff/index.js'
import { memberAt, textOf } from '../../document/index.js'
import { readPolicyFile, asSide, type DocumentSide } from '../diff/sides.js'
import { compareSides } from '../diff/run-diff.js'
import { readLockFile, readSpecs } from '../input/documents.js'
import { deliverData, requireOutput } from '../output/print.js'
import type { CommandContext } from '../process/context.js'
import type { ChangelogOptions } from './command.js'

/** The documents of a folder, the oldest first. */
const readSides = async (specs: string, context: CommandContext): Promise<readonly DocumentSide[]> => {
  const inputs = await readSpecs(context.cwd, specs)
  const ordered = inputs.toSorted(({ name: a }, { name: b }) => (a < b ? -1 : Number(a > b)))
  const sides: DocumentSide[] = []
  for (const input of ordered) {
    context.signal.throwIfAborted()
    sides.push(await asSide({ name: input.name, input, isLoose: false, version: input.name }, context))
  }
  return sides
}

const titleOf = (newest: DocumentSide | undefined): string => {
  const title = textOf(memberAt(newest?.document, 'info', 'title')) ?? ''
  return title.trim() === '' ? 'Changelog' : `Changelog of ${title}`
}

const releases = async (
  sides: readonly DocumentSide[],
  isDefault: (version: string) => boolean,
  options: ChangelogOptions,
  context: CommandContext,
): Promise<Release[]> => {
  const policy: Policy = await readPolicyFile(options.policy, context)
  const all: Release[] = []
  for (const [index, to] of sides.entries()) {
    context.signal.throwIfAborted()
    const version = to.input.name
    const row = policy.table?.[version]
    const more = { isDefault: isDefault(version), ...(row && { row }) }
    const from = sides[index - 1]
    if (from === undefined) all.push(firstRelease(version, to.document, more))
    else {
      const report = await compareSides(from, to, { policy: options.policy, unpublished: true }, context)
      all.push(releaseOf(report, { from, to }, more))
    }
  }
  return all.toReversed()
}

/** One run of `rampart changelog`: all versions of a folder in one page, the newest first. */
export async function runChangelog(options: ChangelogOptions, context: CommandContext): Promise<void> {
  await requireOutput(options.output, context)
  const sides = await readSides(options.specs, context)
  const lock = await readLockFile(resolve(context.cwd, options.specs))
  const all = await releases(sides, (version) => version === lock?.default, options, context)
  const text = renderChangelog(titleOf(sides.at(-1)), all, options.format ?? 'markdown')
  await deliverData(text, options.output, context)
}

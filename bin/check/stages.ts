import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { countStates, type Report } from '../../conformance/index.js'
import type { DiffReport } from '../../diff/index.js'
import { lockFileName, toFiles } from '../../fetch/index.js'
import { counted, firstOf, wordFor } from '../../reporting/index.js'
import type { StageName } from './command.js'
import { attempt, type Check, commandLine, fine, mostLines, type Outcome } from './stage.js'
import type { DiffOptions } from '../diff/command.js'
import { compareSides, diffError } from '../diff/run-diff.js'
import { readSides } from '../diff/sides.js'
import { compareFrozen, driftError, type FrozenResult } from '../fetch/run-fetch.js'
import { staleError } from '../generate/differences.js'
import { given } from '../input/given.js'
import { compareGenerated } from '../generate/run-generate.js'
import { withTemporaryFolder, writeFiles } from '../output/write-files.js'
import { conclude } from '../reports/write-reports.js'
import { testService } from '../test/run-test.js'

/** One comparison: the version from the documents at hand, and the file that is served now. */
interface Comparison {
  readonly version: string
  readonly from: string
  readonly file: string
  readonly isPublished: boolean
}

/** A comparison with its report. */
type Compared = Awaited<ReturnType<typeof compare>>

/** A changed document is compared with itself, a new one with the version before it. */
const comparisonsOf = ({
  changes: { changed, added },
  set: { documents },
}: FrozenResult): readonly Comparison[] => {
  const versions = documents.map(({ version }) => version)
  const known = versions.filter((version) => !added.includes(version)).toSorted()
  return documents.flatMap(({ version, fileName: file }): Comparison[] => {
    if (changed.includes(version)) return [{ version, from: version, file, isPublished: true }]
    const from = added.includes(version) ? known.findLast((one) => one < version) : undefined
    return from === undefined ? [] : [{ version, from, file, isPublished: false }]
  })
}

const compare = async (folder: string, comparison: Comparison, check: Check) => {
  const { parts, context } = check
  // Settings of diff that judge apply here; those that print or write do not.
  const { specs, policy, allow } = parts.diff()
  const status = comparison.isPublished ? { published: true } : { unpublished: true }
  const options: DiffOptions = { specs, policy, ...given({ allow }), ...status }
  const work = async (): Promise<DiffReport> => {
    const { from, to } = await readSides([comparison.from, join(folder, comparison.file)], options, context)
    return compareSides(from, to, options, context)
  }
  return { ...comparison, ...(await attempt(check, work, diffError)) }
}

const linesOf = (compared: Compared): readonly string[] => {
  const { version, from, isPublished, value, summary } = compared
  const name = isPublished ? version : `${from} to ${version}`
  if (!value) return [`${name}: ${summary}`]
  const { verdict, counts, notes, changes } = value
  const mint = counts.mint === 0 ? '' : `, ${counts.mint} allowed only in a new version`
  const sentences = changes.map(({ effect, sentence }) => `${effect}: ${sentence}`)
  return [
    `${name}: ${verdict}, ${counted(counts.changes, 'change')}${mint}`,
    ...[...notes.map(({ message }) => message), ...firstOf(sentences, mostLines)].map((line) => `  ${line}`),
  ]
}

const outcomeOf = (all: readonly Compared[], specs: string, specUrl: string | undefined): Outcome => {
  const bad = all.filter(({ exitCode }) => exitCode !== 0)
  const exitCode = Math.max(0, ...bad.map((one) => one.exitCode))
  const versions = bad.map(({ version }) => version).join(', ')
  const commands = all.map(({ from, file, isPublished }) =>
    commandLine(['diff', from, join('served', file), '--specs', specs], {
      [isPublished ? '--published' : '--unpublished']: true,
    }),
  )
  const found = {
    exitCode,
    commands: [commandLine(['fetch', '--out', 'served'], { '--spec-url': specUrl }), ...commands],
    details: [...bad, ...all.filter((one) => one.exitCode === 0)].flatMap(linesOf),
  }
  if (exitCode === 0) {
    const summary = 'the policy allows the changes; run "npx rampart fetch" and commit the documents'
    return { ...found, state: 'warning', summary }
  }
  const summary = exitCode === 1 ? `the policy is broken by ${versions}` : `${versions} cannot be compared`
  return { ...found, state: 'failed', summary }
}

/** `rampart diff` for every document that differs from the lock: does the minting policy allow the change? */
const diffStage = async (check: Check): Promise<Outcome> => {
  const { served, parts, options } = check
  if (!served)
    return fine('skipped', 'nothing was compared, because the documents of the service are not known')
  const comparisons = comparisonsOf(served)
  if (comparisons.length === 0) {
    const isAlone = served.changes.added.length > 0
    const alone = 'the new version has no earlier one to compare with'
    return fine('passed', isAlone ? alone : 'no document differs')
  }
  return withTemporaryFolder('check', async (folder) => {
    await writeFiles(folder, toFiles(served.set))
    const all: Compared[] = []
    for (const one of comparisons) all.push(await compare(folder, one, check))
    return outcomeOf(all, parts.diff().specs, options.specUrl)
  })
}

// Changed documents are left to the policy; every other difference is a failure.
const isWrong = ({ changes, problems }: FrozenResult): boolean => {
  const { changed, added, removed, defaultChanged } = changes
  const upstream = changed.length + added.length + removed.length + (defaultChanged ? 1 : 0)
  return removed.length > 0 || defaultChanged || problems.length > upstream
}

const changesText = ({ changes: { changed, added } }: FrozenResult): string =>
  [
    ...(changed.length > 0 ? [`other bytes are served for ${changed.join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
  ].join('; ')

/** `rampart fetch --frozen`: is everything served as the lock file records it? */
const fetchStage = async (check: Check): Promise<Outcome> => {
  const { parts, context } = check
  const { specs, specUrl, strict: isStrict = false } = check.options
  const commands = [commandLine(['fetch', '--frozen', '--out', specs], { '--spec-url': specUrl })]
  const { value, ...tried } = await attempt(
    check,
    async () => compareFrozen(parts.fetch(), context),
    // A warning is reported by the check alone: an error in the log would pass for the reason of a failure.
    (result) => (isWrong(result) || isStrict ? driftError({ out: specs }, result) : undefined),
  )
  if (!value) return { ...tried, commands }
  check.served = value
  if (value.problems.length === 0) {
    context.stderr(`Nothing differs from ${specs}/${lockFileName}.\n`)
    const count = value.set.documents.length
    const served = counted(count, 'document is', 'documents are')
    return fine('passed', `${served} served as ${specs} records ${wordFor(count, 'it', 'them')}`, commands)
  }
  const found = { ...tried, commands, details: value.problems.map(({ message }) => message) }
  return isWrong(value) ? found : { ...found, state: 'warning', exitCode: 0, summary: changesText(value) }
}

/** `rampart generate --check`: does the generated code match the documents? */
const generateStage = async (check: Check): Promise<Outcome> => {
  const { options, parts, context } = check
  const commands = [commandLine(['generate', '--check'], { '--out': options.out })]
  const words = ['generate', ...(options.out === undefined ? [] : ['--out', options.out])]
  const { value, ...tried } = await attempt(
    check,
    async () => {
      const settings = parts.generate()
      const isThere = await stat(resolve(context.cwd, settings.out)).catch(() => undefined)
      return { settings, comparison: isThere && (await compareGenerated(settings, context)) }
    },
    ({ settings, comparison }) => comparison && staleError(settings.out, comparison, words),
  )
  if (!value || tried.exitCode !== 0) return { ...tried, commands }
  const { out } = value.settings
  // A project without generated code needs no check of it.
  if (!value.comparison) {
    const summary = `there is no folder ${out}; run "npx rampart generate" once if its code is wanted`
    return fine('skipped', summary, commands)
  }
  context.stderr(`${out} is up to date.\n`)
  return fine('passed', 'the generated code matches the documents', commands)
}

const failuresIn = ({ results }: Report): readonly string[] =>
  results
    .filter(({ state }) => state === 'failed' || state === 'inconclusive')
    .map(({ id, version, state, reason = state, findings: [first] }) => {
      return `${id} ${version}: ${first?.message ?? reason}`
    })

const countsIn = ({ results }: Report): string =>
  countStates(results)
    .filter(({ count }) => count > 0)
    .map(({ label, count }) => `${count} ${label}`)
    .join(', ')

/** `rampart test`: does the service keep its contract? */
const testStage = async (check: Check): Promise<Outcome> => {
  const { options, parts, context } = check
  const { baseUrl, specUrl, reportDir, allowWrites, strict } = options
  if (baseUrl === undefined)
    return fine('skipped', 'no base URL is known: pass --base-url, or set RAMPART_BASE_URL')
  const named = { '--base-url': baseUrl, '--spec-url': specUrl, '--report-dir': reportDir }
  const commands = [commandLine(['test'], { ...named, '--allow-writes': allowWrites, '--strict': strict })]
  const { value, ...tried } = await attempt(
    check,
    async () => {
      const settings = parts.test()
      return { settings, report: await testService(settings, 'nothing', context) }
    },
    ({ settings, report }) => {
      if (report) conclude(report, settings)
      return undefined
    },
  )
  const report = value?.report
  const summary = [tried.summary, report ? countsIn(report) : ''].filter(Boolean).join('; ')
  return { ...tried, commands, summary, ...(report && { details: failuresIn(report) }) }
}

/** The work of each part. */
export const stages: Readonly<Record<StageName, (check: Check) => Promise<Outcome>>> = {
  fetch: fetchStage,
  diff: diffStage,
  generate: generateStage,
  test: testStage,
}

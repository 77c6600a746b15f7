import { flagOf, shellQuoted } from '../output/shell-text.js'
import type { GenerateCommandOptions } from './command.js'
import { join } from 'node:path'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { GeneratedSet } from '../../generator/index.js'
import { textOf } from './earlier.js'
import { counted, wordFor } from '../../reporting/index.js'

const usual: Readonly<Record<string, unknown>> = { out: 'generated', specs: 'specs' }

// The query of a URL may hold a key.
const quoted = (given: string): string =>
  shellQuoted(/^https?:/i.test(given) ? given.replace(/[?#].*/s, '') : given)

/** The command line that generates with the same options, to be copied. */
const commandText = ({
  check: _check,
  dryRun: _dry,
  watch: _watch,
  json: _json,
  ...options
}: GenerateCommandOptions): string => {
  const isDefault = (name: string, value: unknown): boolean =>
    value === undefined || value === false || usual[name] === value
  const flags = Object.entries(options)
    .filter(([name, value]) => !isDefault(name, value))
    .map(([name, value]: [string, string | boolean | readonly string[]]): string => {
      const values = typeof value === 'string' ? [value] : value === true || value === false ? [] : value
      return [flagOf(name), ...values.map(quoted)].join(' ')
    })
  return ['npx rampart generate', ...flags].join(' ')
}

/** How a file of the output differs from what would be generated. */
export interface Difference {
  readonly path: string
  readonly kind: 'is missing' | 'differs' | 'is no longer generated'
}

/** All differences between a folder and a set of files. `owned` are paths that an earlier run wrote. */
export async function differences(
  folder: string,
  { files }: GeneratedSet,
  owned: readonly string[],
): Promise<readonly Difference[]> {
  const found: Difference[] = []
  for (const { path, content } of files) {
    const present = await textOf(join(folder, path))
    if (present === undefined) found.push({ path, kind: 'is missing' })
    else if (present !== content) found.push({ path, kind: 'differs' })
  }
  const wanted = new Set(files.map(({ path }) => path))
  const gone = owned.filter((path) => !wanted.has(path))
  return [...found, ...gone.map((path): Difference => ({ path, kind: 'is no longer generated' }))]
}

const folderOf = (path: string): string => path.slice(0, path.indexOf('/') + 1)

/** The differences in words; a folder that is removed, or no longer generated, counts once. */
const byFolder = (found: readonly Difference[], kept: ReadonlySet<string>): readonly Difference[] => {
  const named = found.map(({ path, kind }): Difference => {
    const folder = folderOf(path)
    return { path: folder === '' || kept.has(folder) ? path : folder, kind }
  })
  return [...new Map(named.map((one) => [`${one.path} ${one.kind}`, one])).values()]
}

const asProblem = ({ path, kind }: Difference): Problem => ({
  code: 'GENERATED_STALE',
  severity: 'error',
  message: `${path} ${kind}`,
})

/** How a folder differs from what its documents give. */
export interface GeneratedComparison {
  readonly found: readonly Difference[]
  readonly set: GeneratedSet
  /** Names of the documents. */
  readonly documents: readonly string[]
}

/** The commands that fix a folder: with the same options, and without a version that was deleted on purpose. */
const fixOf = (
  options: GenerateCommandOptions,
  documents: readonly string[],
  named: readonly Difference[],
): string => {
  const isDeleted = (name: string): boolean =>
    named.some(({ path, kind }) => path === `${name}/` && kind === 'is missing')
  const deleted = documents.filter(isDeleted)
  const only = documents.filter((name) => !isDeleted(name))
  const run = `Run: ${commandText(options)}`
  if (deleted.length === 0 || only.length === 0) return run
  return `${run}, or to do without ${deleted.join(', ')}: ${commandText({ ...options, only })}`
}

/** The failure of `--check`, with the commands that fix it; undefined when nothing differs. */
export function staleError(
  options: GenerateCommandOptions,
  { found, set: { files }, documents }: GeneratedComparison,
): RampartError | undefined {
  if (found.length === 0) return undefined
  const lacking = new Set(found.filter(({ kind }) => kind === 'is missing').map(({ path }) => path))
  const kept = files.filter(({ path }) => !lacking.has(path)).map(({ path }) => folderOf(path))
  const named = byFolder(found, new Set(kept))
  return new RampartError('GENERATED_STALE', {
    message: `${options.out} is stale: ${found.length} of ${counted(files.length, 'file')} ${wordFor(found.length, 'differs', 'differ')}`,
    where: { file: options.out },
    fix: fixOf(options, documents, named),
    problems: named.map(asProblem),
  })
}

const signs = { 'is missing': '+', differs: '~', 'is no longer generated': '-' } as const
const mostNamed = 30

/** The changes that a run would make: a line for each of the first files, and their number. */
export function plannedText(out: string, found: readonly Difference[]): string {
  if (found.length === 0) return `${out} is up to date; nothing would be written.\n`
  const named = found.slice(0, mostNamed).map(({ path, kind }) => `${signs[kind]} ${out}/${path}\n`)
  const rest = found.length - named.length
  const count = (kind: Difference['kind']): number => found.filter((one) => one.kind === kind).length
  return [
    ...named,
    ...(rest > 0 ? [`  and ${rest} more\n`] : []),
    `${count('is missing')} new, ${count('differs')} changed, ${count('is no longer generated')} removed; nothing was written.\n`,
  ].join('')
}

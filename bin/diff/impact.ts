import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import {
  type DiffReport,
  findImpact,
  type Impact,
  type ImpactResult,
  type ImpactSide,
  type ReportedChange,
} from '../../diff/index.js'
import { isObject } from '../../document/index.js'
import { generate, type GenerateOptions } from '../../generator/index.js'
import { readConfig } from '../config/config-file.js'
import { writeFiles } from '../output/write-files.js'
import type { CommandContext } from '../process/context.js'
import { generatorParts } from '../process/package-info.js'
import { type OpenProject, openProject, slashed, unusable } from './project.js'
import type { DocumentSide } from './sides.js'

/** The options of the config file that decide what generated types look like. */
const settingsOf = async (cwd: string): Promise<Partial<GenerateOptions>> => {
  const generateSection = (await readConfig(cwd))?.values['generate']
  const given = isObject(generateSection) ? generateSection : {}
  return {
    ...(given['openEnums'] === true ? { openEnums: true } : {}),
    ...(given['brands'] === true ? { brands: true } : {}),
  }
}

const sideOf = (one: DocumentSide, other: DocumentSide, root: string, name: string): ImpactSide => {
  const names = [one.side.version, one.input.name].filter((text) => text !== undefined)
  const known = { names: [...new Set(names)], sha256: one.side.sha256, other: other.side.sha256 }
  return { root, name, known, document: one.document }
}

/** Writes declarations of both documents into a folder. */
const declareBoth = async (
  folder: string,
  from: DocumentSide,
  to: DocumentSide,
  { signal, cwd }: CommandContext,
): Promise<void> => {
  const inputs = [
    { ...from.input, name: 'before' },
    { ...to.input, name: 'after' },
  ]
  const settings = await settingsOf(cwd)
  const { files } = await generate(inputs, { ...generatorParts(), ...settings, lenient: true, signal })
  const declarations = files.filter(({ path }) => path.endsWith('.d.ts') || path === 'package.json')
  await writeFiles(folder, declarations)
}

/** Examines a project with declarations of both documents, which are deleted afterwards. */
export async function examineProject(
  { project }: OpenProject,
  { changes }: Pick<DiffReport, 'changes'>,
  from: DocumentSide,
  to: DocumentSide,
  context: CommandContext,
  behaviours: readonly ReportedChange[] = [],
): Promise<ImpactResult> {
  const folder = await mkdtemp(join(tmpdir(), 'rampart-impact-'))
  try {
    await declareBoth(folder, from, to, context)
    context.signal.throwIfAborted()
    const root = slashed(await realpath(folder))
    const [before, after] = [sideOf(from, to, root, 'before'), sideOf(to, from, root, 'after')]
    return findImpact({ project, before, after, changes, behaviours })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The effect on a project as reports have it, with paths below a folder. */
export function asImpact(
  answer: Exclude<ImpactResult, { readonly reason: string }>,
  { folder, notes }: OpenProject,
  base: string,
): Impact {
  const below = <One extends { readonly file: string }>(one: One): One => ({
    ...one,
    file: slashed(relative(base, one.file)),
  })
  const { imports, filesRead, ownErrors, unread } = answer
  return {
    folder: slashed(relative(base, folder)) || basename(folder),
    imports,
    filesRead,
    lines: answer.lines.map(below),
    ...(ownErrors.count === 0
      ? {}
      : { ownErrors: { count: ownErrors.count, first: ownErrors.first.map(below) } }),
    notes: [
      ...notes,
      ...unread.map((text) => `settings that could not be read: ${text.replace(`${folder}/`, '')}`),
    ],
  }
}

/**
 * The lines of a project that changes touch.
 * @param name as the user spelled it: a folder, or a `tsconfig.json`
 * @throws RampartError TYPESCRIPT_MISSING or IMPACT_UNUSABLE.
 */
export async function impactOn(
  name: string,
  report: DiffReport,
  from: DocumentSide,
  to: DocumentSide,
  context: CommandContext,
): Promise<Impact> {
  const project = await openProject(name, context)
  const answer = await examineProject(project, report, from, to, context)
  if ('reason' in answer) throw unusable(name, answer.reason)
  return asImpact(answer, project, await realpath(context.cwd))
}

import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isObject } from '../../document/index.js'
import { manifestName, readManifest } from '../../generator/index.js'
import { type OpenProject, slashed } from '../diff/project.js'
import { date } from '../diff/sides.js'
import { textOf } from '../generate/earlier.js'
import { shellQuoted } from '../output/shell-text.js'
import type { UpgradeOptions } from './command.js'

interface Facts {
  readonly project: OpenProject
  /** FROM and TO, as the user named them. */
  readonly names: readonly [string, string]
  readonly options: UpgradeOptions
  /** The folders of their code. */
  readonly folders: readonly [string, string]
  /** The folder for code of the newer version. */
  readonly roots: readonly string[]
  readonly cwd: string
  readonly hasMoves: boolean
  /** Whether the project imports code of the newer version already. */
  readonly isDone: boolean
}

const scriptsOf = async (folder: string): Promise<readonly string[]> => {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
    const scripts = isObject(value) ? value['scripts'] : undefined
    return isObject(scripts) ? Object.keys(scripts) : []
  } catch {
    return []
  }
}

/** Projects that refer to others are compiled together with them. */
const compilingCommand = ({ ts, configs }: OpenProject['project']): string | undefined => {
  const refers = configs.some((config) => {
    const { config: value } = ts.readConfigFile(config, (path) => ts.sys.readFile(path))
    return isObject(value) && Array.isArray(value['references']) && value['references'].length > 0
  })
  if (refers) return 'npx tsc -b'
  return configs.length > 0 ? 'npx tsc --noEmit' : undefined
}

/**
 * The command that generates both versions. A run removes the code of versions that it does not generate, so the older
 * one must be named too.
 */
const generatingCommand = (
  { names, folders: [older, newer], options, roots: [root], cwd }: Facts,
  specs: string,
): string => {
  // Code of a document replaces that of another document with the same name.
  const due = older === newer ? names.slice(1) : names
  const files = due.filter((name) => !date.test(name))
  const dated = files.length < due.length ? ` --specs ${shellQuoted(options.specs)}` : ''
  const input = files.length > 0 ? `${dated} --input ${files.map(shellQuoted).join(' ')}` : specs
  const out = root === undefined ? '' : slashed(relative(cwd, dirname(root)))
  return `npx rampart generate${input}${out === '' || out === 'generated' ? '' : ` --out ${shellQuoted(out)}`}`
}

/**
 * What the user has to add to a command that names files, because a run removes the code of documents that it does not
 * name.
 */
const unnamed = async ({ names, folders, roots: [root] }: Facts): Promise<string> => {
  if (root === undefined || names.every((name) => date.test(name))) return ''
  const text = (await textOf(join(dirname(root), manifestName))) ?? ''
  const others = Object.keys(readManifest(text)?.documents ?? {}).filter((name) => !folders.includes(name))
  return others.length === 0
    ? ''
    : ` Add the documents of ${others.join(', ')}: their code is removed otherwise.`
}

/** The necessary commands of an upgrade in order, each with its reason. */
export async function commandsFor(
  facts: Facts,
): Promise<{ readonly command: string; readonly why: string }[]> {
  const {
    project: { folder, project },
    names: [from, to],
    options,
    roots,
    hasMoves,
  } = facts
  const scripts = await scriptsOf(folder)
  const isReplaced = facts.folders[0] === facts.folders[1]
  const isThere =
    facts.isDone || (!isReplaced && roots.some((root) => existsSync(root) || existsSync(`${root}.d.ts`)))
  const specs = options.specs === 'specs' ? '' : ` --specs ${shellQuoted(options.specs)}`
  const where = options.project === '.' ? '' : ` --project ${shellQuoted(options.project)}`
  const rehearse = `npx rampart upgrade ${shellQuoted(from)} ${shellQuoted(to)}${specs}${where}`
  const compile = compilingCommand(project)
  const check = ['typecheck', 'check', 'build'].find((name) => scripts.includes(name))
  return [
    ...(isThere
      ? []
      : [
          {
            command: generatingCommand(facts, specs),
            why: `writes code of the newer version ${isReplaced ? 'in the place of' : 'beside'} the older one.${await unnamed(facts)}`,
          },
        ]),
    ...(hasMoves ? [{ command: `${rehearse} --write`, why: 'moves the paths above.' }] : []),
    ...(check === undefined ? [] : [{ command: `npm run ${check}`, why: 'compiles what was moved.' }]),
    ...(check === undefined && compile !== undefined
      ? [{ command: compile, why: 'compiles what was moved.' }]
      : []),
    ...(scripts.includes('test') ? [{ command: 'npm test', why: 'runs your own tests.' }] : []),
    { command: rehearse, why: 'once more, until nothing is to do.' },
  ]
}

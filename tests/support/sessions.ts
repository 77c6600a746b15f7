import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { json, type Page, startPages } from '../fetch/support/service.js'
import { wordsOf } from './command.js'
import { numberFor } from './draw.js'
import { fill, folderWith } from './folder.js'
import { git } from './git.js'
import type { Ended } from './rampart.js'
import { tableIn } from './table.js'
import { rowsOf } from './whole.js'

/** Regular expressions that a text must match; with `not ` in front, must not match. */
type Patterns = string | readonly string[]

/** A step of a session, with its actions in this order, and the expected output. ORIGIN stands for a server. */
interface Step {
  /** Files that are written; null takes one away. */
  readonly write?: Readonly<Record<string, unknown>>
  /** A path, and the new one. */
  readonly move?: readonly [string, string]
  /** A file, a pattern, and the replacement of its first match. */
  readonly edit?: readonly [string, string, string]
  /** Commands of git. */
  readonly git?: readonly string[]
  /** Pages that the server has from now on. */
  readonly serve?: Readonly<Record<string, Page & { readonly json?: unknown }>>
  readonly run?: string
  /** The folder below that of the session in which it is run. */
  readonly in?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** A process of its own, which has loaded nothing before. */
  readonly process?: true
  /** The exit code, where it is not 0. */
  readonly code?: number
  readonly out?: Patterns
  readonly err?: Patterns
  /** A part of the JSON on standard output. */
  readonly json?: unknown
  /** Names of the entries of folders; `'*'` among them allows others. */
  readonly there?: Readonly<Record<string, readonly string[]>>
  /** Texts of files. */
  readonly holds?: Readonly<Record<string, Patterns>>
  /** The number of requests since the step before. */
  readonly asked?: number
}

interface Session {
  readonly title: string
  readonly files?: Readonly<Record<string, unknown>>
  readonly env?: Readonly<Record<string, string>>
  readonly serve?: Step['serve']
  /** Options of a sandbox: BASE and SPEC stand for its URLs, and RAMPART_API_KEY is its key. */
  readonly sandbox?: readonly string[]
  readonly steps: readonly Step[]
  /** Values that each run of the session has in place of a name. */
  readonly each?: Readonly<Record<string, readonly string[]>>
}

/** The conditions under which a command of a session runs. */
interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly isProcess: boolean
}

/** Runs the commands of sessions. */
interface Running {
  /** The share of the sessions that stands for the others. */
  readonly share?: number
  /** Names that stand for something in every session. */
  readonly names?: Readonly<Record<string, string>>
  readonly run: (
    line: string,
    place: Place,
  ) => Promise<Omit<Ended, 'code'> & { readonly code: number | null }>
  readonly startSandbox?: (
    ...args: readonly string[]
  ) => Promise<{ readonly baseUrl: string; readonly specUrl: string; readonly apiKey: string }>
}

const members = new Set(
  'write move edit git serve run in env stdin process code out err json there holds asked'.split(' '),
)

const matches = (text: string, patterns: Patterns = [], where = ''): void => {
  for (const pattern of [patterns].flat()) {
    const isNot = pattern.startsWith('not ')
    const due = expect.stringMatching(new RegExp(isNot ? pattern.slice(4) : pattern, 'm'))
    if (isNot) expect(text, where).not.toEqual(due)
    else expect(text, where).toEqual(due)
  }
}

const pagesOf = (serve: Step['serve'] = {}): Record<string, Page> =>
  Object.fromEntries(
    Object.entries(serve).map(([path, page]) => [
      path,
      'json' in page ? { ...page, ...json(page.json) } : page,
    ]),
  )

/** Every text of a value with names replaced by what stands for them. */
const replaced = <T>(value: T, names: Readonly<Record<string, string>>): T =>
  JSON.parse(
    Object.entries(names).reduce(
      (text, [name, one]) =>
        text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), JSON.stringify(one).slice(1, -1)),
      JSON.stringify(value),
    ),
  ) as T

const look = (cwd: string, { there = {}, holds = {} }: Step): void => {
  for (const [folder, names] of Object.entries(there)) {
    const found = readdirSync(join(cwd, folder)).toSorted()
    if (names.includes('*'))
      expect(found).toEqual(expect.arrayContaining(names.filter((name) => name !== '*')))
    else expect(found, folder).toEqual(names.toSorted())
  }
  for (const [file, patterns] of Object.entries(holds))
    matches(readFileSync(join(cwd, file), 'utf8'), patterns, file)
}

const edit = (cwd: string, [file, pattern, text]: NonNullable<Step['edit']>): void => {
  const before = readFileSync(join(cwd, file), 'utf8')
  expect(before).toMatch(new RegExp(pattern))
  fill(cwd, { [file]: before.replace(new RegExp(pattern), text) })
}

/** Changes the folder of a session as its user does before a command. */
const prepare = (cwd: string, { write = {}, move, edit: edited, git: commands = [] }: Step): void => {
  for (const [path, content] of Object.entries(write)) {
    if (content === null) rmSync(join(cwd, path), { recursive: true })
    else fill(cwd, { [path]: content })
  }
  if (move) renameSync(join(cwd, move[0]), join(cwd, move[1]))
  if (edited) edit(cwd, edited)
  for (const line of commands) git(cwd, ...wordsOf(line))
}

/** Runs a command, and looks at what it says. */
const runLine = async (
  line: string,
  step: Step,
  name: string,
  place: Place,
  run: Running['run'],
): Promise<void> => {
  const { code, stdout, stderr } = await run(line, place)
  const where = `${name}: ${line}\n${stdout}${stderr}`
  expect(code, where).toBe(step.code ?? 0)
  matches(stdout, step.out, where)
  matches(stderr, step.err, where)
  expect(stderr, where).not.toMatch(/^\s+at .+:\d+:\d+\)?$/m)
  if (step.json !== undefined) expect(JSON.parse(stdout)).toMatchObject(Object(step.json))
}

const play = async (
  { files = {}, env = {}, serve, sandbox, steps }: Session,
  running: Running,
): Promise<void> => {
  const pages = pagesOf(serve)
  const { url, requests } = await startPages(pages)
  const service = sandbox && (await running.startSandbox?.(...sandbox))
  const names = {
    ...running.names,
    ORIGIN: url,
    ...(service && { BASE: service.baseUrl, SPEC: service.specUrl }),
  }
  const cwd = folderWith(replaced(files, names))
  const key = service ? { RAMPART_API_KEY: service.apiKey } : {}
  Object.assign(pages, replaced(pages, names))
  for (const [at, written] of steps.entries()) {
    const step = replaced(written, names)
    expect(Object.keys(step).filter((name) => !members.has(name))).toEqual([])
    const before = requests.length
    Object.assign(pages, pagesOf(step.serve))
    prepare(cwd, step)
    const place = {
      cwd: join(cwd, step.in ?? ''),
      env: { ...key, ...replaced({ ...env, ...step.env }, names) },
      isProcess: step.process === true,
      ...(step.stdin !== undefined && { stdin: step.stdin }),
    }
    if (step.run !== undefined) await runLine(step.run, step, `step ${at + 1}`, place, running.run)
    look(cwd, step)
    if (step.asked !== undefined) expect(requests.length - before).toBe(step.asked)
  }
}

/** Sessions of a user with the command line: the tests of each YAML file in a folder. */
export const playSessions = (folder: string, running: Running): void => {
  for (const file of readdirSync(folder)) {
    const sessions = tableIn<readonly Session[]>(folder, file).flatMap(({ each = {}, ...session }) => {
      const [name, values] = Object.entries(each)[0] ?? ['', ['']]
      return values.map((value) => (name === '' ? session : replaced(session, { [name]: value })))
    })
    describe(file.replace('.yaml', ''), () => {
      const standsForOthers = (session: Session): boolean =>
        session === sessions[0] || numberFor('session', session.title) < (running.share ?? 1)
      for (const session of rowsOf(sessions, standsForOthers))
        test(session.title, () => play(session, running))
    })
  }
}

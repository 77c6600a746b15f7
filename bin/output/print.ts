import { createReadStream } from 'node:fs'
import { appendFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { wrongUse } from '../../diagnostics/index.js'
import { withoutCommands } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import { requireWritableFile, writeNamed } from './write-files.js'

/** Whether a job of GitHub Actions runs the command. */
export function isOnGithub({ env }: Pick<CommandContext, 'env'>): boolean {
  return env['GITHUB_ACTIONS'] === 'true'
}

/** Prints text for a reader. GitHub runs commands in its log, so texts of a document are escaped there. */
export function printText(text: string, context: CommandContext): void {
  context.stdout(isOnGithub(context) ? withoutCommands(text) : text)
}

/** The beginning of an OpenAPI document, or of the lock file. */
const source = /^\s*\{?\s*"?(openapi|swagger|lockVersion)"?\s*:/

/**
 * Makes sure, before the work, that a file can be written, and that no document would be lost by it. `-` and none are
 * stdout.
 * @throws RampartError OUTPUT_NOT_WRITABLE or OPTION_INVALID
 */
export async function requireOutput(output: string | undefined, { cwd }: CommandContext): Promise<void> {
  if (output === undefined || output === '-') return
  if (output.endsWith('/')) throw wrongUse(`--output names ${output}, a folder`, 'Name a file.')
  const file = resolve(cwd, output)
  await requireWritableFile(file)
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() && source.test(await textOf(createReadStream(file, { end: 255 })).catch(() => '')))
    throw wrongUse(`--output names ${output}, a document that would be overwritten`, 'Name another file.')
}

/** Makes sure, before the work, that a list with reasons can be written. An existing one is not replaced. */
export async function requireNewList(option: string, path: string, { cwd }: CommandContext): Promise<void> {
  const file = resolve(cwd, path)
  await requireWritableFile(file)
  const found = await stat(file).catch(() => undefined)
  if (found?.isFile() && found.size > 0)
    throw wrongUse(`${option} names ${path}, which would be overwritten`, 'Name a file that is not there.')
}

/** Prints data unescaped, as another program may read it, or writes it to a file. `-` and none are stdout. */
export async function deliverData(
  data: string,
  output: string | undefined,
  context: CommandContext,
): Promise<void> {
  if (output === undefined || output === '-') return context.stdout(data)
  await writeNamed(context.cwd, output, data)
  context.stderr(`Written to ${output}.\n`)
}

/** Appends to the summary of a step on GitHub. `textFor` gets its size in bytes. Failures to write are ignored. */
export async function appendJobSummary(
  textFor: (used: number) => string,
  { env, stderr }: CommandContext,
): Promise<void> {
  const file = env['GITHUB_STEP_SUMMARY']
  if (file === undefined || file === '') return
  try {
    const present = await stat(file).catch(() => undefined)
    await appendFile(file, textFor(present?.size ?? 0))
  } catch {
    stderr('The job summary could not be written to the file in GITHUB_STEP_SUMMARY.\n')
  }
}

const dayMs = 24 * 60 * 60 * 1000

/** The date a number of days after today. */
export function dayAfter(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)
}

const daysGiven = 30

/** Writes a list of accepted findings or changes. `make` gets the reason and the last day, which is in a month. */
export async function writeAccepted(
  what: string,
  path: string,
  { cwd, stderr }: CommandContext,
  make: (reason: string, expires: string) => { readonly list: object; readonly count: string },
): Promise<void> {
  const expires = dayAfter(daysGiven)
  const { list, count } = make('not explained yet', expires)
  await writeNamed(cwd, path, `${JSON.stringify(list, undefined, 2)}\n`)
  stderr(`${what}: ${path} lets ${count} pass until ${expires}; give each its reason.\n`)
}

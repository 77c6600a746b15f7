import { join } from 'node:path'
import { textOf } from './project.js'

/** Folders of reports and caches, which no repository keeps. */
const ignored = ['rampart-report', 'rampart-inspect', 'rampart-drill', '.rampart'] as const

const isCovered = (name: string, lines: readonly string[]): boolean =>
  lines.some((line) => line.replace(/^(?:\*\*)?\//, '').replace(/\/(?:\*{0,2})$/, '') === name)

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => line.trim())

/**
 * A .gitignore with lines for what is written at every run; the same text where it has them.
 * @param text of the file; undefined when there is none
 * @param above lines of those in folders above, which count here too
 */
export function withIgnored(text: string | undefined, above: readonly string[] = []): string | undefined {
  const own = linesOf(text ?? '')
  // A line above that begins with a slash means the folder that it stands in.
  const general = above.filter((line) => !/^\/|[^*]\/./.test(line))
  const missing = ignored.filter((name) => !isCovered(name, own) && !isCovered(name, general))
  if (missing.length === 0) return text
  const newline = text?.includes('\r\n') === true ? '\r\n' : '\n'
  const before = text === undefined || text === '' || text.endsWith('\n') ? (text ?? '') : `${text}${newline}`
  return `${before}${missing.map((name) => `${name}/${newline}`).join('')}`
}

/** Lines of the .gitignore files of folders, which may not have any. */
export async function ignoreLines(folders: readonly string[]): Promise<readonly string[]> {
  const texts = await Promise.all(folders.map((folder) => textOf(join(folder, '.gitignore'))))
  return texts.flatMap((text) => linesOf(text ?? ''))
}

import { dirname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brief } from '../../reporting/index.js'

/** The suite's own folder; stack frames in it are not the user's code. */
const ownFolder = dirname(dirname(fileURLToPath(import.meta.url)))

const frameOf = (line: string): { readonly path: string; readonly position: string } | undefined => {
  const [, path, position] =
    /\(?((?:file:\/\/)?(?:[A-Za-z]:)?[^()\s:][^():]*):(\d+(?::\d+)?)\)?$/.exec(line) ?? []
  if (path === undefined || position === undefined || path.startsWith('node:')) return undefined
  return { path: path.startsWith('file://') ? fileURLToPath(path) : path.replace(/^.*\bat /, ''), position }
}

const isForeign = (path: string): boolean =>
  path.startsWith(`${ownFolder}${sep}`) || path.includes(`${sep}node_modules${sep}`)

/** The location in the user's code where an error was thrown, as `rules/shop.ts:12:5`, if the stack has one. */
const locationOf = (error: Error, folder: string): string | undefined => {
  const frames = (error.stack ?? '').split('\n').flatMap((line) => frameOf(line.trim()) ?? [])
  const own = frames.find(({ path }) => !isForeign(path))
  return own && `${relative(folder, own.path)}:${own.position}`
}

/** The message for a rule that threw an error, in one sentence with its location below the folder. */
export function failureText(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return `the rule itself failed: it threw ${brief(String(error))}`
  const at = locationOf(error, folder)
  const says = error.message === '' ? error.name : `${error.name}: ${brief(error.message)}`
  return `the rule itself failed: ${says}${at === undefined ? '' : ` (${at})`}`
}

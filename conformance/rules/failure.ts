import { dirname, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brief } from '../../reporting/index.js'

/** A rule with steps that is under way. */
interface Running {
  readonly folder: string
  readonly violate: (message: string) => void
}

const underWay = new Set<Running>()

/** Takes note that a rule is under way. @returns what ends that */
export function begin(rule: Running): () => void {
  underWay.add(rule)
  return () => void underWay.delete(rule)
}

/**
 * Says of the rules under way that something which they began and did not wait for has failed.
 * @returns false when none was under way
 */
export function blameRunning(error: unknown): boolean {
  for (const { folder, violate } of underWay) {
    violate(`${failureText(error, folder)}, in something that the rule began and did not wait for`)
  }
  return underWay.size > 0
}

/** The folder of the suite, through which a rule is run: what stands in it is no code of the user's. */
const ownFolder = dirname(dirname(fileURLToPath(import.meta.url)))

const frameOf = (line: string): { readonly path: string; readonly position: string } | undefined => {
  const [, path, position] =
    /\(?((?:file:\/\/)?(?:[A-Za-z]:)?[^()\s:][^():]*):(\d+(?::\d+)?)\)?$/.exec(line) ?? []
  if (path === undefined || position === undefined || path.startsWith('node:')) return undefined
  return { path: path.startsWith('file://') ? fileURLToPath(path) : path.replace(/^.*\bat /, ''), position }
}

const isForeign = (path: string): boolean =>
  path.startsWith(`${ownFolder}${sep}`) || path.includes(`${sep}node_modules${sep}`)

/** Where in the user's code an error was thrown, as `rules/shop.ts:12:5`; undefined where no line of it shows. */
const locationOf = (error: Error, folder: string): string | undefined => {
  const frames = (error.stack ?? '').split('\n').flatMap((line) => frameOf(line.trim()) ?? [])
  const own = frames.find(({ path }) => !isForeign(path))
  return own && `${relative(folder, own.path)}:${own.position}`
}

/**
 * Says that a rule of the user's own broke, in one sentence with its location.
 * @param folder that file names are relative to
 */
export function failureText(error: unknown, folder: string): string {
  if (!(error instanceof Error)) return `the rule itself failed: it threw ${brief(String(error))}`
  const at = locationOf(error, folder)
  const says = error.message === '' ? error.name : `${error.name}: ${brief(error.message)}`
  return `the rule itself failed: ${says}${at === undefined ? '' : ` (${at})`}`
}

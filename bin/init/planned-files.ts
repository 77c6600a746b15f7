import { RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import type { Answers, CiSystem } from './answers.js'

/** A file that a project is given: where, below its folder, and its whole content. */
export interface PlannedFile {
  readonly path: string
  readonly content: string
}

/** Files of the CI, by system: where they go, and the name of what they are made from. */
export const ciFiles: Readonly<Record<CiSystem, readonly (readonly [path: string, source: string])[]>> = {
  github: [
    ['.github/workflows/rampart.yml', 'github-check.yml'],
    ['.github/workflows/rampart-update.yml', 'github-update.yml'],
  ],
  gitlab: [['rampart.gitlab-ci.yml', 'gitlab.yml']],
  none: [],
}

/** Name of the script that a project's package.json is given. */
export const scriptName = 'contract'

const scriptText = 'rampart check'

/** The config file: URLs and nothing secret. */
export function configText({ specUrl, baseUrl }: Answers): string {
  return `${JSON.stringify({ ...(specUrl && { specUrl }), ...(baseUrl && { baseUrl }), specs: 'specs' }, null, 2)}\n`
}

const mark = '\uFEFF'

const parsed = (text: string): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text.startsWith(mark) ? text.slice(1) : text)
    if (isObject(value) && (value['scripts'] === undefined || isObject(value['scripts']))) return value
  } catch {
    // Said below: to whoever reads it, both are a file that npm cannot use either.
  }
  throw new RampartError('INIT_PACKAGE_INVALID', {
    message: 'package.json is no JSON object with an object of scripts',
    where: { file: 'package.json' },
  })
}

/** Whether package.json runs rampart in the script of that name. */
export function hasOurScript(text: string): boolean {
  const { scripts } = parsed(text)
  return isObject(scripts) && scripts[scriptName] === scriptText
}

/**
 * package.json with the script; the same text where it has one of that name.
 * @throws RampartError INIT_PACKAGE_INVALID.
 */
export function withScript(text: string): string {
  const { scripts = {}, ...rest } = parsed(text)
  if (isObject(scripts) && scriptName in scripts) return text
  const indent = /^\uFEFF?[{\s]*?\n([ \t]+)"/.exec(text)?.[1] ?? 2
  const all = { ...(isObject(scripts) ? scripts : {}), [scriptName]: scriptText }
  // Members stay in their order; scripts that are new come last.
  const names = Object.keys(parsed(text))
  const order = names.includes('scripts') ? names : [...names, 'scripts']
  const whole = Object.fromEntries(order.map((name) => [name, name === 'scripts' ? all : rest[name]]))
  const json = `${JSON.stringify(whole, null, indent)}${text.endsWith('\n') ? '\n' : ''}`
  const lines = text.includes('\r\n') ? json.replaceAll('\n', '\r\n') : json
  return text.startsWith(mark) ? `${mark}${lines}` : lines
}

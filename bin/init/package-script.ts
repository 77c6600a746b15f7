import { isObject } from '../../document/index.js'
import { withExcerpt } from '../config/config-file.js'
import { faultyInput } from '../input/faulty-input.js'
import { parseJson } from '../input/read-input.js'

/** Name of the script that a project's package.json is given. */
export const scriptName = 'contract'

const scriptText = 'rampart check'

/** The members of a package.json that matter here. */
export interface PackageJson {
  readonly [member: string]: unknown
  readonly scripts?: Readonly<Record<string, unknown>>
}

const isPackage = (value: unknown): value is PackageJson =>
  isObject(value) && (value['scripts'] === undefined || isObject(value['scripts']))

/**
 * Reads a package.json.
 * @param name the file as it is named to the user
 * @throws RampartError INIT_PACKAGE_INVALID, with line and column.
 */
export function parsePackage(text: string, name: string): PackageJson {
  const code = 'INIT_PACKAGE_INVALID'
  const source = (() => {
    try {
      return parseJson(text, name, code)
    } catch (error) {
      throw withExcerpt(error, text)
    }
  })()
  const { value } = source
  if (isPackage(value)) return value
  const fault = isObject(value)
    ? { pointer: '/scripts', message: '"scripts" is no object' }
    : { pointer: '', message: 'it is not an object' }
  throw faultyInput(code, source, [fault])
}

/** Whether a package.json runs rampart in the script of that name. */
export function hasOurScript({ scripts }: PackageJson): boolean {
  return scripts?.[scriptName] === scriptText
}

/** package.json with the script; the same text where it has one of that name. Printed as npm prints it, with its own indent and line ends. */
export function withScript(text: string, json: PackageJson): string {
  if (json.scripts !== undefined && scriptName in json.scripts) return text
  const [mark = ''] = /^\uFEFF/.exec(text) ?? []
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(text) ?? []
  const [end = ''] = /\s*$/.exec(text) ?? []
  const added = { ...json, scripts: { ...json.scripts, [scriptName]: scriptText } }
  const printed = JSON.stringify(added, null, indent)
  return `${mark}${text.includes('\r\n') ? printed.replaceAll('\n', '\r\n') : printed}${end}`
}

/** The package.json of a folder that has none. */
export const newPackage = withScript('\n', { private: true })

import { RampartError } from '../../diagnostics/index.js'
import type { ConfigFile } from '../config/config-file.js'
import type { Answers } from './answers.js'
import { withText } from './edit-json.js'
import type { Project } from './project.js'

/** Options that answers give, as they stand in a config file. */
type Urls = Readonly<Partial<Record<'specUrl' | 'baseUrl', string>>>

const urlsOf = ({ specUrl, baseUrl }: Answers): Urls => ({
  ...(specUrl !== undefined && { specUrl }),
  ...(baseUrl !== undefined && { baseUrl }),
})

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** Where the schema of a config file is, once rampart is installed: pnpm alone keeps it in the project's own folder. */
const schemaPath = ({ manager, installFolder }: Project): string => {
  const folder = manager.name === 'pnpm' || installFolder === '' ? '.' : installFolder.replaceAll('\\', '/')
  return `${folder}/node_modules/rampart/bin/config/config.schema.json`
}

/** Name of the config file that suits a project: with types where it has TypeScript, and data where it has no modules. */
export function configName({ hasTypeScript, isModule }: Project): string {
  return `rampart.config.${hasTypeScript ? 'ts' : isModule ? 'js' : 'json'}`
}

/** A config file of that name. It holds URLs and nothing secret. */
export function newConfig(name: string, answers: Answers, project: Project): string {
  const members = { ...urlsOf(answers), specs: 'specs' }
  if (name.endsWith('.json')) {
    return `${JSON.stringify({ $schema: schemaPath(project), ...members }, null, 2)}\n`
  }
  const lines = Object.entries(members).map(([member, value]) => `  ${member}: ${quoted(value)},\n`)
  const isCommonJs = name.endsWith('.cjs') || name.endsWith('.cts')
  return isCommonJs
    ? `module.exports = {\n${lines.join('')}}\n`
    : `import { defineConfig } from 'rampart'\n\nexport default defineConfig({\n${lines.join('')}})\n`
}

const literal = /(?<quote>['"`])(?<text>(?:\\.|(?!\k<quote>).)*)\k<quote>/.source

/** The text of a module with another value for a member; undefined where it is not plain to see which text that is. */
const withProperty = (text: string, name: string, value: string, present: unknown): string | undefined => {
  if (present !== undefined) {
    const found = [...text.matchAll(new RegExp(`(\\b${name}['"]?\\s*:\\s*)${literal}`, 'g'))]
    const [match] = found
    if (!match || found.length > 1 || match.groups?.['text'] !== present) return undefined
    return text.replace(match[0], () => `${match[1]}${quoted(value)}`)
  }
  const opening = /(?:defineConfig\(|export default |module\.exports = )\{(\r?\n[ \t]*|[ \t]*)/g
  const [match, other] = [...text.matchAll(opening)]
  if (!match || other) return undefined
  const space = match[1] ?? ''
  return text.replace(match[0], (found) => `${found}${name}: ${quoted(value)},${space === '' ? ' ' : space}`)
}

/** What becomes of a config file that is there. */
export interface ConfigChange {
  readonly content: string
  /** Members that have to be changed by hand. */
  readonly byHand: readonly string[]
}

/** A config file that is there, with other values where the answers differ from it; the rest of it stays. */
export function changedConfig({ file, values }: ConfigFile, text: string, answers: Answers): ConfigChange {
  const byHand: string[] = []
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let content = text.slice(mark.length)
  for (const [name, value] of Object.entries(urlsOf(answers))) {
    const present = values[name]
    if (present === value) continue
    const changed = file.endsWith('.json')
      ? withText(content, name, value)
      : withProperty(content, name, value, present)
    if (changed === undefined) byHand.push(`${name}: ${quoted(value)}`)
    else content = changed
  }
  return { content: `${mark}${content}`, byHand }
}

/** The failure of a config that is there and cannot be read, with the way out. */
export function unreadableConfig(error: RampartError): RampartError {
  return new RampartError(error.code, {
    message: error.message,
    ...(error.where && { where: error.where }),
    fix: 'Mend it, or have it replaced with --force; then run rampart init again.',
    problems: error.problems,
    cause: error,
  })
}

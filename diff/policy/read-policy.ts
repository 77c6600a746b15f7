import type { ChangeTable } from './clause.js'
import type { PolicySettings } from './settings.js'
import { isObject, isText } from './values.js'

type Refuse = (what: string) => never
type Check = (value: unknown, path: string, refuse: Refuse) => void

const bases = new Set<unknown>(['specification', 'effects'])
const verdicts = new Set<unknown>(['mint', 'ship'])
const directions: readonly string[] = ['request', 'response', 'neither']
const effects: readonly string[] = ['breaks', 'may-break', 'safe', 'documentation']

const shown = (value: unknown): string => JSON.stringify(value) ?? String(value)

const checkVerdict: Check = (value, path, refuse) => {
  if (!verdicts.has(value)) refuse(`${path} is mint or ship, not ${shown(value)}`)
}

const checkMembers = (names: readonly string[], of: Check): Check => {
  return (value, path, refuse) => {
    if (!isObject(value)) return refuse(`${path} is no object`)
    for (const [name, one] of Object.entries(value)) {
      if (!names.includes(name))
        refuse(`${path} has an unknown member ${shown(name)}; known: ${names.join(', ')}`)
      of(one, `${path}.${name}`, refuse)
    }
  }
}

const checkChange: Check = (value, path, refuse) =>
  isObject(value)
    ? checkMembers(directions, checkVerdict)(value, path, refuse)
    : checkVerdict(value, path, refuse)

/** Letters that two words have in common from their beginning and their end. */
const likeness = (a: string, b: string): number => {
  const words = new Set(a.split('-'))
  return b.split('-').filter((word) => words.has(word)).length
}

const nearest = (name: string, known: readonly string[]): string =>
  known.toSorted((a, b) => likeness(name, b) - likeness(name, a))[0] ?? 'none'

const checkVerdicts = (known: readonly string[]): Check => {
  return (value, path, refuse) => {
    if (!isObject(value)) return refuse(`${path} is no object`)
    for (const [id, one] of Object.entries(value)) {
      if (!known.includes(id)) {
        refuse(`${path} names ${shown(id)}, which is no change; did you mean "${nearest(id, known)}"?`)
      }
      checkChange(one, `${path}.${id}`, refuse)
    }
  }
}

const checkTexts: Check = (value, path, refuse) => {
  if (!Array.isArray(value) || !value.every(isText)) refuse(`${path} is no list of texts`)
}

const lineChecks: Readonly<Record<string, Check>> = {
  says: (value, path, refuse) => (isText(value) ? undefined : refuse(`${path} is no text`)),
  pointers: checkTexts,
  operations: checkTexts,
}

const checkObject = (checks: Readonly<Record<string, Check>>): Check => {
  return (value, path, refuse) => {
    if (!isObject(value)) return refuse(`${path} is no object`)
    for (const [name, one] of Object.entries(value)) {
      const check = Object.hasOwn(checks, name) ? checks[name] : undefined
      const at = path === '' ? name : `${path}.${name}`
      if (!check) {
        const where = path === '' ? 'it' : path
        return refuse(
          `${where} has an unknown member ${shown(name)}; known: ${Object.keys(checks).join(', ')}`,
        )
      }
      check(one, at, refuse)
    }
  }
}

const checkLine: Check = (value, path, refuse) => {
  checkObject(lineChecks)(value, path, refuse)
  if (isObject(value) && value['says'] === undefined) refuse(`${path} does not say what changed`)
}

const checkTable: Check = (value, path, refuse) => {
  if (!isObject(value)) return refuse(`${path} is no object`)
  for (const [version, lines] of Object.entries(value)) {
    if (!/^\d{4}-\d{2}-\d{2}$/.test(version)) refuse(`${path} has ${shown(version)}, which is no date`)
    if (!Array.isArray(lines)) return refuse(`${path}.${version} is no list`)
    lines.forEach((line, index) => checkLine(line, `${path}.${version}[${index}]`, refuse))
  }
}

const checkSettings = (known: readonly string[]): Check =>
  checkObject({
    $schema: () => undefined,
    name: (value, path, refuse) => (isText(value) ? undefined : refuse(`${path} is no text`)),
    base: (value, path, refuse) =>
      bases.has(value) ? undefined : refuse(`${path} is specification or effects, not ${shown(value)}`),
    verdicts: checkVerdicts(known),
    unnamed: checkMembers(effects, checkVerdict),
    table: checkTable,
  })

/**
 * Reads a configured policy.
 * @param known ids of all changes there are
 * @param refuse is called with what is wrong, and throws
 */
export function readPolicy(value: unknown, known: readonly string[], refuse: Refuse): PolicySettings {
  checkSettings(known)(value, '', refuse)
  return isSettings(value) ? value : refuse('is no policy')
}

// All that it holds was looked at before.
const isSettings = (value: unknown): value is PolicySettings & { readonly table?: ChangeTable } =>
  isObject(value)

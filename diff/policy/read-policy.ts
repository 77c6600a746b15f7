import type { ChangeTable } from './clause.js'
import { knownChanges } from './known.js'
import type { PolicySettings } from './settings.js'
import { isObject } from '../document/json.js'
import { isText } from './values.js'

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

/** How many words two names have in common. */
const likeness = (a: string, b: string): number => {
  const words = new Set(a.split('-'))
  return b.split('-').filter((word) => words.has(word)).length
}

const nearest = (name: string): string =>
  [...knownChanges.keys()].toSorted((a, b) => likeness(name, b) - likeness(name, a))[0] ?? 'none'

const checkDirections = (known: ReadonlySet<string>): Check => {
  return (value, path, refuse) => {
    checkMembers(directions, checkVerdict)(value, path, refuse)
    const strange = Object.keys(isObject(value) ? value : {}).find((name) => !known.has(name))
    if (strange !== undefined)
      refuse(`${path} has no direction "${strange}"; it has ${[...known].join(', ')}`)
  }
}

const checkVerdicts: Check = (value, path, refuse) => {
  if (!isObject(value)) return refuse(`${path} is no object`)
  for (const [id, one] of Object.entries(value)) {
    const known = knownChanges.get(id)
    if (!known) {
      return refuse(`${path} names ${shown(id)}, which is no change; did you mean "${nearest(id)}"?`)
    }
    const check = isObject(one) ? checkDirections(known) : checkVerdict
    check(one, `${path}.${id}`, refuse)
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
    if (!isObject(value)) return refuse(`${path || 'it'} is no object`)
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

const checkSettings = checkObject({
  $schema: () => undefined,
  name: (value, path, refuse) => (isText(value) ? undefined : refuse(`${path} is no text`)),
  base: (value, path, refuse) =>
    bases.has(value) ? undefined : refuse(`${path} is specification or effects, not ${shown(value)}`),
  verdicts: checkVerdicts,
  unnamed: checkMembers(effects, checkVerdict),
  table: checkTable,
})

/**
 * Reads a configured policy.
 * @param refuse is called with what is wrong, and throws
 */
export function readPolicy(value: unknown, refuse: Refuse): PolicySettings {
  checkSettings(value, '', refuse)
  return isSettings(value) ? value : refuse('is no policy')
}

// All that it holds was looked at before.
const isSettings = (value: unknown): value is PolicySettings & { readonly table?: ChangeTable } =>
  isObject(value)

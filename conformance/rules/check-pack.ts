import { isObject } from '../../document/index.js'

/** Something wrong with a pack, in one sentence that begins with what it is about. */
export type PackFault = string

const members: readonly string[] =
  'id title statement section severity versions needs tags observe run seconds'.split(' ')
const packMembers: readonly string[] = ['name', 'title', 'rules', 'appliesTo']
const needs: readonly unknown[] = ['writes', 'api-key', 'second-key']
const idPattern = /^[a-z][a-z0-9-]*\/[a-z0-9][a-z0-9-]*$/
const date = /^\d{4}-\d{2}-\d{2}$/

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText)
const isFunction = (value: unknown): boolean => typeof value === 'function'
const isDate = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && date.test(value))

const areVersions = (value: unknown): boolean => {
  if (value === 'all' || value === 'service') return true
  if (Array.isArray(value)) return value.length > 0 && isTexts(value)
  if (!isObject(value)) return false
  const { from, before, ...others } = value
  const isBound = from !== undefined || before !== undefined
  return isBound && Object.keys(others).length === 0 && isDate(from) && isDate(before)
}

/** What a member has to be, where it is there. */
const forms: Readonly<Record<string, readonly [holds: (value: unknown) => boolean, words: string]>> = {
  title: [isText, 'text'],
  statement: [isText, 'text'],
  section: [isText, 'text'],
  severity: [(value) => value === 'error' || value === 'warning', '"error" or "warning"'],
  versions: [
    areVersions,
    '"all", "service", { from, before } with dates such as 2026-08-01, or a list of names',
  ],
  needs: [
    (value) => Array.isArray(value) && value.every((one) => needs.includes(one)),
    `a list of ${needs.join(', ')}`,
  ],
  tags: [isTexts, 'a list of texts'],
  observe: [isFunction, 'a function'],
  run: [isFunction, 'a function'],
  seconds: [(value) => typeof value === 'number' && value > 0 && value <= 86_400, 'a number of seconds'],
}

const strangeIn = (value: object, known: readonly string[], what: string): PackFault[] =>
  Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `${what} has a member "${name}", which is none of ${known.join(', ')}`)

const ruleFaults = (rule: unknown, index: number, pack: string): PackFault[] => {
  if (!isObject(rule)) return [`rule ${index + 1} of ${pack} is no rule: make it with defineRule`]
  const { id } = rule
  if (!isText(id)) return [`rule ${index + 1} of ${pack} has no id`]
  const name = `rule ${String(id)}`
  const wrong = Object.entries(forms).flatMap(([member, [holds, words]]) =>
    rule[member] === undefined || holds(rule[member]) ? [] : [`${member} of ${name} has to be ${words}`],
  )
  const judges = ['observe', 'run'].filter((member) => rule[member] !== undefined)
  return [
    ...(idPattern.test(String(id))
      ? []
      : [`${name}: an id is area/name in lower case, such as shop/total-adds-up`]),
    ...['title', 'statement'].filter((one) => rule[one] === undefined).map((one) => `${name} has no ${one}`),
    ...(judges.length === 1
      ? []
      : [`${name} needs one of observe and run, and has ${judges.length === 0 ? 'none' : 'both'}`]),
    ...wrong,
    ...strangeIn(rule, members, name),
  ]
}

/** What is wrong with a pack that the user gave: nothing where it can be judged by. */
export function packFaults(pack: unknown): PackFault[] {
  if (!isObject(pack)) return ['a pack is an object: make it with definePack']
  const { name, title, rules, appliesTo } = pack
  if (!isText(name)) return ['a pack has no name']
  const what = `pack ${String(name)}`
  if (!Array.isArray(rules) || rules.length === 0) return [`${what} has no list of rules`]
  return [
    ...(title === undefined || isText(title) ? [] : [`title of ${what} has to be text`]),
    ...(appliesTo === undefined || isFunction(appliesTo)
      ? []
      : [`appliesTo of ${what} has to be a function`]),
    ...strangeIn(pack, packMembers, what),
    ...rules.flatMap((rule: unknown, index) => ruleFaults(rule, index, what)),
  ]
}

/** Ids that several rules have, or a rule that comes with rampart. */
export function idFaults(ids: readonly string[], taken: readonly string[]): PackFault[] {
  const builtIn = new Set(taken)
  const several = new Set(ids.filter((id, index) => ids.indexOf(id) !== index))
  const clashing = ids.filter((id) => builtIn.has(id))
  return [
    ...[...several].map((id) => `rule ${id} is there more than once`),
    ...clashing.map((id) => `rule ${id} has the id of a rule that comes with rampart`),
  ]
}

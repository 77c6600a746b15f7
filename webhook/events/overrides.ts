import { meantText, nearest, RampartError, wrongUse } from '../../diagnostics/index.js'
import { isObject, jsonPointer, keysOf, resolvePath } from '../../document/index.js'

/** The segments of a path: `data.message.status`, or a JSON Pointer. */
const segmentsOf = (path: string): readonly string[] => {
  return path.startsWith('/') ? keysOf(path) : path.split('.')
}

const pathText = (segments: readonly string[]): string =>
  segments.every((segment) => /^[^./]+$/.test(segment)) ? segments.join('.') : jsonPointer(segments)

/** All paths in a value below others, parents before children. */
export function pathsIn(value: unknown, above: readonly string[] = []): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) => {
    const path = [...above, key]
    return [pathText(path)].concat(pathsIn(item, path))
  })
}

/** One change of an event: the path of a member and its new value. */
export interface Override {
  readonly does: 'set' | 'add' | 'remove'
  /** As the user spelled it: `data.message.status`, or a JSON Pointer. */
  readonly path: string
  readonly value?: unknown
}

const lastOf = (path: string): string => segmentsOf(path).at(-1) ?? path

const unmatched = ({ path }: Override, event: unknown): RampartError => {
  const paths = pathsIn(event)
  const near =
    paths.find((one) => lastOf(one) === lastOf(path)) ??
    nearest(path, paths)[0] ??
    paths.find((one) => lastOf(one) === nearest(lastOf(path), paths.map(lastOf))[0])
  const message = `the event has no ${JSON.stringify(path)}${meantText(near === undefined ? [] : [near])}`
  const fix = '"npx rampart webhook send KIND --dry-run" shows the event. --add adds a new member.'
  return new RampartError('WEBHOOK_OVERRIDE_UNMATCHED', { message, fix })
}

const requireFit = (isThere: boolean, override: Override, event: unknown): void => {
  if (override.does !== 'add' && !isThere) throw unmatched(override, event)
  if (override.does !== 'add' || !isThere) return
  const message = `The event already has ${JSON.stringify(override.path)}.`
  throw new RampartError('WEBHOOK_OVERRIDE_UNMATCHED', { message, fix: 'Change it with --set.' })
}

const apply = (event: unknown, override: Override): void => {
  const { does, path, value } = override
  const segments = segmentsOf(path)
  const key = segments.at(-1) ?? ''
  const holder = resolvePath(event, segments.slice(0, -1))
  if (Array.isArray(holder) && /^\d+$/.test(key) && Number(key) <= holder.length) {
    requireFit(Number(key) < holder.length, override, event)
    holder.splice(Number(key), 1, ...(does === 'remove' ? [] : [value]))
  } else if (isObject(holder)) {
    requireFit(Object.hasOwn(holder, key), override, event)
    if (does === 'remove') Reflect.deleteProperty(holder, key)
    // Assigning would not make a member that is called __proto__.
    else Object.defineProperty(holder, key, { value, configurable: true, enumerable: true })
  } else throw unmatched(override, event)
}

/** A copy of an event with some members changed. @throws RampartError WEBHOOK_OVERRIDE_UNMATCHED with the nearest path. */
export function overridden(event: unknown, overrides: readonly Override[]): unknown {
  // Values are copied too: they become parts of the event, which later overrides change.
  const copy = structuredClone({ event, overrides })
  for (const override of copy.overrides) apply(copy.event, override)
  return copy.event
}

const isKept = (value: unknown): boolean =>
  typeof value !== 'number' ||
  (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))

/** Reads `path=value`; the value is JSON if possible, and otherwise text. @throws RampartError OPTION_INVALID. */
export function overrideFrom(does: 'set' | 'add', text: string): Override {
  const [, path, raw = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (path === undefined) throw wrongUse(`--${does} takes path=value, and has no "=" or no path`)
  const value = jsonOr(raw)
  if (isKept(value)) return { does, path, value }
  const fix = `Write it as text, with quotation marks: --${does} '${path}="..."'.`
  throw wrongUse(`--${does} ${path}: JSON would change the number`, fix)
}

const jsonOr = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

import { nearest, RampartError } from '../../diagnostics/index.js'
import { isObject, jsonPointer, keysOf } from '../../document/index.js'

/** The segments of a path: `data.message.status`, or a JSON Pointer. */
export function segmentsOf(path: string): readonly string[] {
  return path.startsWith('/') ? keysOf(path) : path.split('.')
}

const spelled = (segments: readonly string[]): string =>
  segments.every((segment) => /^[^./]+$/.test(segment)) ? segments.join('.') : jsonPointer(segments)

const entriesOf = (value: unknown): (readonly [string, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item])
  return isObject(value) ? Object.entries(value) : []
}

const walked = function* (value: unknown, before: readonly string[]): Generator<string> {
  for (const [key, item] of entriesOf(value)) {
    const path = before.concat(key)
    yield spelled(path)
    yield* walked(item, path)
  }
}

/** All paths in a value, parents before children. */
export function pathsIn(value: unknown): readonly string[] {
  return [...walked(value, [])]
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
  const meant = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`
  return new RampartError('WEBHOOK_OVERRIDE_UNMATCHED', {
    message: `the event has no ${JSON.stringify(path)}${meant}`,
    fix: '"rampart webhook send KIND --dry-run" shows the event. A member that is not there yet is put in with --add.',
  })
}

const there = ({ path }: Override): RampartError =>
  new RampartError('WEBHOOK_OVERRIDE_UNMATCHED', {
    message: `The event has ${JSON.stringify(path)} already.`,
    fix: 'Change it with --set.',
  })

type Change = (former: { readonly value: unknown } | undefined) => { readonly value: unknown } | undefined

const changedList = (
  list: readonly unknown[],
  key: string,
  change: Change,
  fail: () => RampartError,
): unknown[] => {
  const index = /^\d+$/.test(key) ? Number(key) : Number.NaN
  if (!(index <= list.length)) throw fail()
  const next = change(index < list.length ? { value: list[index] } : undefined)
  return [...list.slice(0, index), ...(next ? [next.value] : []), ...list.slice(index + 1)]
}

const changedObject = (object: Readonly<Record<string, unknown>>, key: string, change: Change): unknown => {
  const has = Object.hasOwn(object, key)
  const next = change(has ? { value: object[key] } : undefined)
  const entries = Object.entries(object).flatMap(([name, value]): [string, unknown][] =>
    name !== key ? [[name, value]] : next ? [[name, next.value]] : [],
  )
  return Object.fromEntries(has || !next ? entries : [...entries, [key, next.value]])
}

const changed = (
  value: unknown,
  path: readonly string[],
  change: Change,
  fail: () => RampartError,
): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return value
  const step: Change =
    rest.length === 0
      ? change
      : (former) => {
          if (!former) throw fail()
          return { value: changed(former.value, rest, change, fail) }
        }
  if (Array.isArray(value)) return changedList(value, key, step, fail)
  if (!isObject(value)) throw fail()
  return changedObject(value, key, step)
}

/**
 * A copy of an event with some members changed.
 * @throws RampartError WEBHOOK_OVERRIDE_UNMATCHED for a change without a target, with the existing paths.
 */
export function overridden(event: unknown, overrides: readonly Override[]): unknown {
  return overrides.reduce<unknown>((former, override) => {
    const fail = (): RampartError => unmatched(override, former)
    const change: Change = (found) => {
      if (override.does === 'add' && found) throw there(override)
      if (override.does !== 'add' && !found) throw fail()
      return override.does === 'remove' ? undefined : { value: override.value }
    }
    return changed(former, segmentsOf(override.path), change, fail)
  }, event)
}

const isKept = (value: unknown): boolean =>
  typeof value !== 'number' ||
  (Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)))

/**
 * Reads `path=value`; the value is parsed as JSON if possible, and otherwise text.
 * @throws RampartError OPTION_INVALID without a path, or for a number that JSON cannot represent.
 */
export function overrideFrom(does: 'set' | 'add', text: string): Override {
  const [, path, raw = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (path === undefined)
    throw new RampartError('OPTION_INVALID', {
      message: `--${does} takes path=value, and has no "=" or no path`,
    })
  const value = jsonOr(raw)
  if (isKept(value)) return { does, path, value }
  throw new RampartError('OPTION_INVALID', {
    message: `--${does} ${path}: the number would not be kept as it is`,
    fix: `Write it as text, with quotation marks: --${does} '${path}="..."'.`,
  })
}

const jsonOr = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return text
  }
}

import { RampartError, didYouMean } from '../../diagnostics/index.js'
import { printable } from '../../reporting/index.js'
import { isObject } from '../../document/index.js'
import { whenAborted } from '../model/workers.js'
import { kindOf } from '../../runtime/problem-messages.js'

/** The argument of the function `prepare` of a config file. */
export interface PrepareContext {
  /** API root without a trailing slash. */
  readonly baseUrl: string
  /** Environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** The global `fetch`, but a path that begins with a slash is relative to the API root. */
  readonly fetch: (input: string, init?: RequestInit) => Promise<Response>
  /** Aborted when the time limit passes or the run is interrupted. */
  readonly signal: AbortSignal
}

/** The result of `prepare`. */
export interface Prepared {
  /** Values that operations need, by name of a path parameter or member: one or several. */
  readonly ids?: Readonly<Record<string, string | number | readonly (string | number)[]>>
  /** Keys and tokens by security scheme; for HTTP basic `user:password`. */
  readonly credentials?: Readonly<Record<string, string>>
  /** Headers for every request, for a document without security schemes. */
  readonly headers?: Readonly<Record<string, string>>
  /** Undoes the preparation when the run has finished or was interrupted. */
  readonly teardown?: () => Promise<void> | void
}

/** Prepares a service for a run. */
export type Prepare = (context: PrepareContext) => Promise<Prepared | undefined> | Prepared | undefined

const members = ['ids', 'credentials', 'headers', 'teardown'] as const

const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'

const entryFaults = (
  name: string,
  value: unknown,
  due: string,
  isRight: (entry: unknown) => boolean,
): readonly string[] => {
  if (value === undefined) return []
  if (!isObject(value)) return [`"${name}" is ${kindOf(value)}, and must be an object`]
  return Object.entries(value)
    .filter(([, entry]) => !isRight(entry))
    .map(([key, entry]) => `"${name}.${printable(key)}" is ${kindOf(entry)}, and must be ${due}`)
}

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== ''

const isHeader = (value: unknown): boolean =>
  typeof value === 'string' && /^[\u0020-\u007e\u0080-\u00ff]+$/.test(value)

/** The faults of a returned value; values may be secrets and are not repeated. */
const faultsOf = (value: unknown): readonly string[] => {
  if (value === undefined) return []
  if (!isObject(value)) return [`it returned ${kindOf(value)}, and has to return an object`]
  const { ids, credentials, headers, teardown } = value
  const strange = Object.keys(value).filter((name) => !members.some((one) => one === name))
  return [
    ...strange.map(
      (one) => `"${printable(one)}" is not a member that it may return${didYouMean(one, members)}`,
    ),
    ...entryFaults('ids', ids, 'text, a number, or a list of such', (one) => [one].flat().every(isId)),
    ...entryFaults('credentials', credentials, 'text that is not blank', isText),
    ...entryFaults('headers', headers, 'text of one line that a header can hold', isHeader),
    ...(teardown === undefined || typeof teardown === 'function'
      ? []
      : [`"teardown" is ${kindOf(teardown)}, and must be a function`]),
  ]
}

export interface PrepareInput {
  readonly prepare: Prepare
  /** The file of the function, as named in messages. */
  readonly file: string
  readonly baseUrl: string
  readonly env: PrepareContext['env']
  readonly signal: AbortSignal
  /** Removes secrets from the message of a thrown error. */
  readonly redact: (text: string) => string
  /** Time limit of `prepare` and of the teardown, in milliseconds; a minute when it is absent. */
  readonly mostMs?: number
}

/** The result of `prepare` in the form that a run uses. */
export interface Preparation {
  readonly known: Readonly<Record<string, readonly unknown[]>>
  readonly credentials: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string>>
  /** Runs the teardown; resolves to an error message if it fails, and never rejects. */
  readonly teardown: () => Promise<string | undefined>
}

const defaultMostMs = 60_000

const firstLine = (error: unknown): string => {
  const text = error instanceof Error ? error.message || error.name : String(error)
  const why = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return printable(`${text}${why}`.split('\n')[0] ?? '').slice(0, 300)
}

/** @param signalNow returns the current signal, because the teardown has its own time limit, even after an interrupt */
const belowRoot =
  (baseUrl: string, signalNow: () => AbortSignal): PrepareContext['fetch'] =>
  (input, init) =>
    fetch(/^\/(?!\/)/.test(input) ? `${baseUrl}${input}` : input, { signal: signalNow(), ...init })

/** The result of a function; rejects once the signal is aborted. */
const within = async <T>(work: () => T | Promise<T>, signal: AbortSignal): Promise<T> => {
  const ended = new AbortController()
  const late = whenAborted(signal, ended.signal).then((): never => {
    throw new Error('it took too long, or was interrupted')
  })
  return Promise.race([Promise.resolve().then(work), late]).finally(() => ended.abort())
}

const listsOf = (ids: Prepared['ids'] = {}): Readonly<Record<string, readonly unknown[]>> =>
  Object.fromEntries(Object.entries(ids).map(([name, value]) => [name, [value].flat()]))

/** Runs the function `prepare` of a config file. @throws RampartError PREPARE_FAILED. */
export async function runPrepare(input: PrepareInput): Promise<Preparation> {
  const { prepare, file, baseUrl, env, redact, mostMs = defaultMostMs } = input
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(mostMs)])
  let signalNow = signal
  const fetchBelow = belowRoot(baseUrl, () => signalNow)
  const failed = (message: string): RampartError =>
    new RampartError('PREPARE_FAILED', { message: redact(`prepare in ${file}: ${message}`), where: { file } })
  const returned = await within(() => prepare({ baseUrl, env, fetch: fetchBelow, signal }), signal).catch(
    (error: unknown): never => {
      throw failed(`it failed: ${firstLine(error)}`)
    },
  )
  const faults = faultsOf(returned)
  if (faults.length > 0) throw failed(faults.join('; '))
  const { ids, credentials = {}, headers = {}, teardown } = returned ?? {}
  return {
    known: listsOf(ids),
    credentials,
    headers,
    teardown: async () => {
      signalNow = AbortSignal.timeout(mostMs)
      try {
        await within(() => teardown?.(), signalNow)
        return undefined
      } catch (error) {
        return redact(`teardown of prepare in ${file}: it failed: ${firstLine(error)}`)
      }
    },
  }
}

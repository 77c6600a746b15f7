import { setMaxListeners } from 'node:events'
import { RampartError } from '../../diagnostics/index.js'
import {
  NotAnswered,
  outcomeOf,
  post,
  type Posted,
  type PostFailure,
  Connections,
  type RequestOptions,
} from '../delivery/delivery.js'
import type { Outgoing } from './outgoing.js'
import { topicOf, type WebhookDocument } from '../events/documents.js'
import { type Paint, spelledOut } from '../../reporting/index.js'

interface Attempt {
  /** True only for 200 (Events, delivery 5). */
  readonly isAcknowledged: boolean
  /** The status, or the reason why there is none, in a few words. */
  readonly outcome: string
  /** Milliseconds until the response was whole. */
  readonly ms?: number
  readonly answer?: Posted
  readonly failure?: PostFailure
}

/** Sends one delivery. @throws the reason of the signal. */
const attempt = async ({ headers, body }: Outgoing, options: RequestOptions): Promise<Attempt> => {
  try {
    const answer = await post({ headers: Object.entries(headers), body }, options)
    return { isAcknowledged: answer.status === 200, outcome: outcomeOf(answer), ms: answer.ms, answer }
  } catch (error) {
    if (!(error instanceof NotAnswered)) throw error
    return { isAcknowledged: false, outcome: error.message, failure: error.failure }
  }
}

/** The number of deliveries, their target, and limits. */
interface SendAllOptions {
  readonly url: string
  readonly count: number
  readonly concurrency: number
  readonly timeoutMs: number
  readonly signal: AbortSignal
  readonly onSent: (sent: Outgoing, attempt: Attempt) => void
}

/** Sends deliveries concurrently; ends early when the signal is aborted. Responses are not kept. */
export async function sendAll(
  make: () => Promise<Outgoing>,
  { url, count, concurrency, timeoutMs, signal, onSent }: SendAllOptions,
): Promise<readonly Attempt[]> {
  const connections = new Connections()
  // Every pending request listens to the signal.
  setMaxListeners(0, signal)
  const attempts: Attempt[] = []
  let begun = 0
  const work = async (): Promise<void> => {
    while (begun < count && !signal.aborted) {
      begun += 1
      const next = await make()
      const made = await attempt(next, { url: new URL(url), timeoutMs, signal, connections })
      onSent(next, made)
      const { answer: _, ...short } = made
      attempts.push(short)
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(concurrency, count) }, work))
  } finally {
    connections.destroy()
  }
  return attempts
}

/** The error after attempts; undefined when all were acknowledged. */
export function sendError(attempts: readonly Attempt[], url: string): RampartError | undefined {
  const failed = attempts.filter(({ isAcknowledged }) => !isAcknowledged)
  const [first] = failed
  if (first === undefined) return undefined
  const of = attempts.length === 1 ? '' : `${failed.length} of ${attempts.length} deliveries: `
  const isNever = attempts.every(({ failure }) => failure === 'unreachable')
  return new RampartError(isNever ? 'WEBHOOK_UNREACHABLE' : 'WEBHOOK_NOT_ACKNOWLEDGED', {
    message: `${of}${new URL(url).origin}: ${first.outcome}`,
  })
}

const excerptLength = 300

const excerptOf = ({ answer }: Attempt): string | undefined =>
  answer === undefined || answer.body.length === 0 ? undefined : answer.body.toString('utf8')

/** One delivery as a line of text, with the beginning of the response below. */
export function sentText({ type, headers }: Outgoing, attempt: Attempt, paint: Paint): string {
  const mark = attempt.isAcknowledged ? paint.green('ok') : paint.red('failed')
  const ms = attempt.answer === undefined ? '' : `  ${Math.round(attempt.answer.ms)} ms`
  const excerpt = excerptOf(attempt)
  const line = `${mark}  ${spelledOut(type ?? 'no type', 60)}  ${headers['webhook-id'] ?? ''}  ${spelledOut(attempt.outcome, 300)}${ms}\n`
  return excerpt === undefined ? line : `${line}  ${spelledOut(excerpt.trim(), excerptLength)}\n`
}

/** One delivery as a JSON line. */
export function sentJson({ type, headers, body, warnings }: Outgoing, attempt: Attempt): string {
  const { isAcknowledged, outcome, answer, failure } = attempt
  const excerpt = excerptOf(attempt)
  const line = {
    type,
    id: headers['webhook-id'],
    timestamp: headers['webhook-timestamp'],
    bytes: body.length,
    acknowledged: isAcknowledged,
    outcome,
    status: answer?.status,
    ms: answer === undefined ? undefined : Math.round(answer.ms * 10) / 10,
    failure,
    location: answer?.headers.find(([name]) => name.toLowerCase() === 'location')?.[1],
    excerpt: excerpt?.slice(0, excerptLength),
    warnings,
  }
  return `${JSON.stringify(line)}\n`
}

/** An unsent request in the form of HTTP. */
export function requestText({ headers, body }: Outgoing, url: string | undefined): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`POST ${url ?? '/'}`, ...lines, '', body.toString('utf8'), ''].join('\n')
}

/** An unsent request as JSON, which `rampart webhook verify` reads. */
export function requestJson({ type, headers, body, warnings }: Outgoing, url: string | undefined): string {
  return `${JSON.stringify({ url, type, headers, body: body.toString('utf8'), warnings }, undefined, 2)}\n`
}

/** The outcomes of several deliveries. */
export function summaryText(attempts: readonly Attempt[]): string {
  const counts = new Map<string, number>()
  for (const { outcome } of attempts) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
  const times = attempts.flatMap(({ ms }) => ms ?? []).sort((a, b) => a - b)
  const at = (part: number): number => Math.round(times[Math.floor((times.length - 1) * part)] ?? 0)
  const outcomes = [...counts].map(([outcome, count]) => `${count} × ${spelledOut(outcome, 100)}`).join(', ')
  const speed = `; answered within ${at(0.5)} ms in the middle, ${at(0.95)} ms for 95%`
  return `${attempts.length} sent: ${outcomes}${times.length === 0 ? '' : speed}\n`
}

/** The kinds of events by version, as text. */
export function kindsText(documents: readonly WebhookDocument[]): string {
  const types = [...new Set(documents.flatMap((document) => document.types))]
  const width = Math.max(...types.map(({ length }) => length))
  const rows = types.map((type) => {
    const versions = documents.filter((one) => one.types.includes(type)).map(({ version }) => version)
    return `${type.padEnd(width)}  ${topicOf(type).padEnd(width)}  ${versions.join(', ')}\n`
  })
  return rows.join('')
}

/** The kinds of events by version, as JSON. */
export function kindsJson(documents: readonly WebhookDocument[]): string {
  const rowsOf = (types: readonly string[]) => types.map((type) => ({ type, topic: topicOf(type) }))
  const byVersion = documents.map(({ version, types }) => [version, rowsOf(types)] as const)
  return `${JSON.stringify(Object.fromEntries(byVersion), undefined, 2)}\n`
}

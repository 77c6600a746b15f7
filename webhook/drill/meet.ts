import { setTimeout as wait } from 'node:timers/promises'
import type { Bench } from './bench.js'
import { isTaken, outcomeOf, type Reply } from './delivery.js'
import type { Desk, Sent } from './desk.js'
import { isUnreachable, notHttp } from './failures.js'
import { type Scheme, schemes } from './schemes.js'

/** What was learnt of a receiver before the first rule. */
export type Meeting =
  | { readonly takes: string; readonly sent: readonly Sent[] }
  | {
      readonly takes?: never
      /** Why no rule can be judged. */
      readonly why: 'unreachable' | 'elsewhere' | 'refuses' | 'mistake'
      /** The mistake that explains it, when one is known. */
      readonly mistake?: string
      readonly reason: string
      readonly sent: readonly Sent[]
    }

const elsewhere = (status: number): boolean =>
  [404, 405, 410, 421, 501, 502, 503, 504].includes(status) || (status >= 300 && status < 400)

const secondsOff = ({ headers }: Reply): number => {
  const date = headers.find(([name]) => name.toLowerCase() === 'date')?.[1]
  const time = date === undefined ? Number.NaN : Date.parse(date)
  return Number.isNaN(time) ? 0 : Math.abs(time - Date.now()) / 1000
}

const widest = 300

/** Tries the ways to sign that other receivers expect; the first that is taken names the mistake. */
const trySchemes = async (
  bench: Bench,
  desk: Desk,
): Promise<(Sent & { readonly scheme: Scheme }) | undefined> => {
  for (const scheme of schemes) {
    const sent = await desk.send(scheme.make(bench))
    if (isTaken(sent.reply)) return { ...sent, scheme }
  }
  return undefined
}

const refused = async (sent: readonly Sent[], bench: Bench, desk: Desk): Promise<Meeting> => {
  const [first] = sent
  const what = first ? outcomeOf(first.reply) : 'gave no answer'
  const told = await trySchemes(bench, desk)
  if (told) {
    const reason = `the receiver ${what} to valid events, and took ${told.scheme.says}`
    return { why: 'mistake', mistake: told.scheme.mistake, reason, sent: [...sent, told] }
  }
  if (await tryAtOnce(bench, desk)) {
    const reason = `the receiver ${what} to valid events that were a part of a second old`
    return { why: 'mistake', mistake: 'tiny-window', reason, sent }
  }
  if (first && secondsOff(first.reply) > widest) {
    return { why: 'mistake', mistake: 'wrong-clock', reason: `the receiver ${what} to valid events`, sent }
  }
  if (sent.every(({ reply: { status = 0 } }) => status >= 500)) {
    return { why: 'mistake', mistake: 'crash', reason: `the receiver ${what} to every valid event`, sent }
  }
  const reason = `the receiver ${what} to every valid event, signed in the right way and in ${schemes.length} that are known to go wrong: it verifies with another secret, or in a way of its own`
  return { why: 'refuses', reason, sent }
}

/** A timer may fire that much before its time, as another clock has it, in milliseconds. */
const timerSlackMs = 2

const notTaken = async (sent: readonly Sent[], bench: Bench, desk: Desk): Promise<Meeting> => {
  const replies = sent.map(({ reply }) => reply)
  const [first] = replies
  const what = first ? outcomeOf(first) : 'gave no answer'
  if (replies.every(({ failure }) => isUnreachable(failure))) {
    return { why: 'unreachable', reason: `the receiver ${what}`, sent }
  }
  if (replies.every(({ status }) => status !== undefined && elsewhere(status))) {
    const reason = `the receiver ${what} to every valid event: the URL leads somewhere else`
    return { why: 'elsewhere', reason, sent }
  }
  if (replies.every(({ failure }) => failure === notHttp)) {
    return { why: 'elsewhere', reason: `the receiver ${what} to every valid event`, sent }
  }
  if (replies.every(({ durationMs }) => durationMs + timerSlackMs >= desk.options.timeoutMs)) {
    return { why: 'mistake', mistake: 'too-slow', reason: `the receiver ${what}`, sent }
  }
  return refused(sent, bench, desk)
}

/** A window of less than a second takes what was signed just now, at the beginning of a second. */
const tryAtOnce = async (bench: Bench, desk: Desk): Promise<boolean> => {
  await wait(1000 - (Date.now() % 1000), undefined, { signal: desk.options.signal })
  return isTaken((await desk.send(bench.delivery())).reply)
}

const isQuick = ({ reply }: Sent, desk: Desk): boolean =>
  reply.durationMs + timerSlackMs < desk.options.timeoutMs

/** How many kinds are tried before a receiver is said to take none. */
const kindsTried = 3

/**
 * Looks for a kind of event that the receiver takes: what it refuses proves nothing before. A receiver that takes none
 * is asked what it does take.
 */
export async function meet(bench: Bench, desk: Desk): Promise<Meeting> {
  const sent: Sent[] = []
  for (const kind of bench.setting.kinds.slice(0, kindsTried)) {
    // Twice the time, so that a late answer is told from none.
    const timeoutMs = desk.options.timeoutMs * (sent.length === 0 ? 2 : 1)
    const one = await desk.send(bench.delivery({ body: bench.text(kind) }), { timeoutMs })
    sent.push(one)
    if (isTaken(one.reply) && isQuick(one, desk)) return { takes: kind, sent }
    if (isUnreachable(one.reply.failure)) break
  }
  return notTaken(sent, bench, desk)
}

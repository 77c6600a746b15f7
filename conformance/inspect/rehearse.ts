import type { Operation, Surface } from '../../runtime/surface.js'
import { makeRedactor } from '../recording/redact.js'
import { OperationIndex } from '../session/operation-index.js'
import { loadVersions, type VersionUnderTest } from '../session/version-under-test.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { Plan } from '../model/plan.js'
import { type Misfit, VersionJudge } from './against-version.js'
import { entriesOf, type RecordingInput } from './har-stream.js'
import { lineOf, recordedExchange } from './recorded-entry.js'
import { matcherOf, survey } from './survey.js'

/** One thing that a recording shows of an upgrade; nothing of what was recorded stands in it but names. */
export interface RehearsalFinding extends Misfit {
  /** `request`: the newer version would refuse what was sent; `answer`: what came is not of the other version. */
  readonly kind: 'request' | 'answer'
  readonly operation: string
  readonly status?: number
  readonly count: number
  /** 1-based position of the first entry that shows it. */
  readonly entry: number
}

/** What a recording shows of an upgrade. */
export interface Rehearsal {
  readonly older: number
  readonly newer: number
  readonly ignored: number
  readonly findings: readonly RehearsalFinding[]
}

/** Two generated versions of a folder, and what calls of them say in `X-API-Version`. */
export interface RehearsalPlan extends Pick<Plan, 'generated'> {
  /** Names of the older and of the newer document in the generated folder. */
  readonly names: readonly [older: string, newer: string]
  /** The versions that they are of; undefined for documents without one. */
  readonly versions: readonly [older: string | undefined, newer: string | undefined]
  /** The version of a call that names none; undefined where that is not known. */
  readonly defaultVersion: string | undefined
}

const anyBase = 'http://service.invalid/api'

/** A version with its operations and its judge. */
interface Side {
  readonly operations: OperationIndex
  readonly judge: VersionJudge
}

const sideOf = (surface: Surface, baseUrl: string): Side => ({
  operations: new OperationIndex(surface, baseUrl),
  judge: new VersionJudge(surface),
})

/** The version that a call was made with. */
const versionOf = ({ request, response }: Exchange): string | undefined => {
  const asked = headerValue(request.headers, 'x-api-version')
  return asked === undefined || asked === '' ? headerValue(response.headers, 'x-api-version') : asked
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

const without = (misfits: readonly Misfit[], known: readonly Misfit[]): Misfit[] => {
  const messages = new Set(known.map(({ message }) => message))
  return misfits.filter(({ message }) => !messages.has(message))
}

const refused = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429])

/** Reads the exchanges of a recording again as if they were of the other version. */
class Rehearser {
  older = 0
  newer = 0
  ignored = 0
  readonly findings = new Map<string, RehearsalFinding>()
  readonly #plan: RehearsalPlan
  readonly #from: Side
  readonly #to: Side
  readonly #redact: (text: string) => string

  constructor(plan: RehearsalPlan, from: Side, to: Side, secrets: readonly string[]) {
    this.#plan = plan
    this.#from = from
    this.#to = to
    this.#redact = makeRedactor(secrets)
  }

  async take(exchange: Exchange, bodyIsKnown: boolean, route: string, entry: number): Promise<void> {
    const version = versionOf(exchange) ?? this.#plan.defaultVersion
    const [older, newer] = this.#plan.versions
    const isOlder = older === undefined || version === undefined || version === older
    if (!isOlder && version !== newer) this.ignored++
    else if (isOlder) {
      this.older++
      await this.#judgeOlder(exchange, bodyIsKnown, route, entry)
    } else {
      this.newer++
      await this.#judgeNewer(exchange, bodyIsKnown, route, entry)
    }
  }

  /** A request that the older version took and the newer one would not, and an answer that would come differently. */
  async #judgeOlder(exchange: Exchange, bodyIsKnown: boolean, route: string, entry: number): Promise<void> {
    const [was, is] = [this.#from.operations.at(route), this.#to.operations.at(route)]
    if (!was) return
    const { status } = exchange.response
    if (!is) {
      const gone = { message: 'the newer version has no such operation', advice: 'Stop calling it.' }
      return this.#add({ ...gone, kind: 'request', operation: nameOf(was) }, entry)
    }
    if (!refused.has(status)) {
      const now = await this.#to.judge.request(exchange, is)
      const before = now.length === 0 ? [] : await this.#from.judge.request(exchange, was)
      for (const one of without(now, before))
        this.#add({ ...one, kind: 'request', operation: nameOf(was) }, entry)
    }
    if (!bodyIsKnown) return
    const now = await this.#to.judge.answer(exchange, is, false)
    const before = now.length === 0 ? [] : await this.#from.judge.answer(exchange, was, false)
    for (const one of without(now, before)) {
      this.#add({ ...one, kind: 'answer', operation: nameOf(was), status }, entry)
    }
  }

  /** An answer of the newer version that code for the older one does not expect. */
  async #judgeNewer(exchange: Exchange, bodyIsKnown: boolean, route: string, entry: number): Promise<void> {
    const [was, is] = [this.#from.operations.at(route), this.#to.operations.at(route)]
    if (!was || !is || !bodyIsKnown) return
    const { status } = exchange.response
    const now = await this.#from.judge.answer(exchange, was, true)
    const due = now.length === 0 ? [] : await this.#to.judge.answer(exchange, is, true)
    for (const one of without(now, due)) {
      const message = `code for the older version does not expect this: ${one.message}`
      const advice = 'Make the code read it before it speaks the newer version.'
      this.#add({ message, advice, kind: 'answer', operation: nameOf(was), status }, entry)
    }
  }

  #add(found: Omit<RehearsalFinding, 'count' | 'entry'>, entry: number): void {
    const clean = { ...found, message: this.#redact(found.message), advice: this.#redact(found.advice) }
    const key = `${clean.kind} ${clean.operation} ${clean.status} ${clean.message}`
    const known = this.findings.get(key)
    this.findings.set(key, { ...clean, entry: known?.entry ?? entry, count: (known?.count ?? 0) + 1 })
  }
}

const surfacesOf = async (
  generated: Plan['generated'],
  names: RehearsalPlan['names'],
): Promise<readonly [VersionUnderTest, VersionUnderTest] | undefined> => {
  const all = await loadVersions({ generated, versions: names, baseUrl: anyBase })
  const [older, newer] = names.map((name) => all.get(name))
  return older && newer ? [older, newer] : undefined
}

/**
 * Reads recorded traffic of an older version again as if it were of a newer one, and the reverse. Nothing is sent.
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function rehearseRecording(plan: RehearsalPlan, recording: RecordingInput): Promise<Rehearsal> {
  const both = await surfacesOf(plan.generated, plan.names)
  if (!both) throw new TypeError(`no code of ${plan.names.join(' and ')}`)
  const { baseUrl = anyBase, secrets } = await survey(recording, both)
  const [from, to] = both.map(({ surface }) => sideOf(surface, baseUrl)) as [Side, Side]
  const rehearser = new Rehearser(plan, from, to, secrets)
  const matcher = matcherOf(both, baseUrl)
  const base = new URL(`${baseUrl}/`)
  let entry = 0
  for await (const one of entriesOf(recording)) {
    entry++
    const line = lineOf(one)
    const isBelow = line?.url.origin === base.origin && line.url.pathname.startsWith(base.pathname)
    const route = isBelow
      ? matcher.find(line.method, line.url.pathname.slice(base.pathname.length - 1))
      : undefined
    const found = route === undefined ? 'unreadable' : recordedExchange(one)
    if (route === undefined || typeof found === 'string') rehearser.ignored++
    else await rehearser.take(found.exchange, found.bodyIsKnown, route, entry)
  }
  const { older, newer, ignored, findings } = rehearser
  return { older, newer, ignored, findings: [...findings.values()] }
}

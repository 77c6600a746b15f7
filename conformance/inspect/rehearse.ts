import type { Operation } from '../../runtime/surface.js'
import { makeRedactor } from '../recording/redact.js'
import { loadVersions, type VersionUnderTest } from '../session/version-under-test.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { Plan } from '../model/plan.js'
import { type Misfit, VersionJudge } from './against-version.js'
import type { RecordingInput } from './har-stream.js'
import type { RecordedExchange } from './recorded-entry.js'
import { anyBase, callsOf, surveyRecording } from './survey.js'

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

/** The version that a call was made with. */
const versionOf = ({ request, response }: Exchange): string | undefined => {
  const asked = headerValue(request.headers, 'x-api-version')
  return asked === undefined || asked === '' ? headerValue(response.headers, 'x-api-version') : asked
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** What one version finds, and the other does not. */
const further = async (
  find: () => Promise<readonly Misfit[]>,
  findKnown: () => Promise<readonly Misfit[]>,
): Promise<readonly Misfit[]> => {
  const misfits = await find()
  const known = new Set((misfits.length === 0 ? [] : await findKnown()).map(({ message }) => message))
  return misfits.filter(({ message }) => !known.has(message))
}

const refused = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429])

/** A call of a recording, and its position in it. */
interface Call extends RecordedExchange {
  readonly route: string
  readonly entry: number
}

/** Reads the exchanges of a recording again as if they were of the other version. */
class Rehearser {
  older = 0
  newer = 0
  ignored = 0
  readonly findings = new Map<string, RehearsalFinding>()
  readonly #plan: RehearsalPlan
  readonly #from: VersionUnderTest
  readonly #to: VersionUnderTest
  readonly #redact: (text: string) => string

  constructor(plan: RehearsalPlan, from: VersionUnderTest, to: VersionUnderTest, secrets: readonly string[]) {
    this.#plan = plan
    this.#from = from
    this.#to = to
    this.#redact = makeRedactor(secrets)
  }

  async take(call: Call): Promise<void> {
    const version = versionOf(call.exchange) ?? this.#plan.defaultVersion
    const [older, newer] = this.#plan.versions
    const isOlder = older === undefined || version === undefined || version === older
    if (!isOlder && version !== newer) this.ignored++
    else if (isOlder) {
      this.older++
      await this.#judgeOlder(call)
    } else {
      this.newer++
      await this.#judgeNewer(call)
    }
  }

  /** A request that the older version took and the newer one would not, and an answer that would come differently. */
  async #judgeOlder({ exchange, bodyIsKnown, route, entry }: Call): Promise<void> {
    const [was, is] = [this.#from.operations.at(route), this.#to.operations.at(route)]
    if (!was) return
    const { status } = exchange.response
    if (!is) {
      const gone = { message: 'the newer version has no such operation', advice: 'Stop calling it.' }
      return this.#add({ ...gone, kind: 'request', operation: nameOf(was) }, entry)
    }
    const [from, to] = [new VersionJudge(this.#from.surface), new VersionJudge(this.#to.surface)]
    const ofRequest = refused.has(status)
      ? []
      : await further(
          () => to.request(exchange, is),
          () => from.request(exchange, was),
        )
    for (const one of ofRequest) this.#add({ ...one, kind: 'request', operation: nameOf(was) }, entry)
    if (!bodyIsKnown) return
    const ofAnswer = await further(
      () => to.answer(exchange, is, false),
      () => from.answer(exchange, was, false),
    )
    for (const one of ofAnswer) this.#add({ ...one, kind: 'answer', operation: nameOf(was), status }, entry)
  }

  /** An answer of the newer version that code for the older one does not expect. */
  async #judgeNewer({ exchange, bodyIsKnown, route, entry }: Call): Promise<void> {
    const [was, is] = [this.#from.operations.at(route), this.#to.operations.at(route)]
    if (!was || !is || !bodyIsKnown) return
    const { status } = exchange.response
    const found = await further(
      () => new VersionJudge(this.#from.surface).answer(exchange, was, true),
      () => new VersionJudge(this.#to.surface).answer(exchange, is, true),
    )
    for (const one of found) {
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

/**
 * Reads recorded traffic of an older version again as if it were of a newer one, and the reverse. Nothing is sent.
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function rehearseRecording(plan: RehearsalPlan, recording: RecordingInput): Promise<Rehearsal> {
  const { generated, names } = plan
  const { baseUrl = anyBase, secrets } = await surveyRecording(recording, { generated, versions: names })
  const versions = await loadVersions({ generated, versions: names, baseUrl })
  const [from, to] = names.map((name) => versions.get(name))
  if (!from || !to) throw new TypeError(`no code of ${names.join(' and ')}`)
  const rehearser = new Rehearser(plan, from, to, secrets)
  let entry = 0
  for await (const call of callsOf(recording, versions, baseUrl)) {
    entry++
    if (typeof call === 'string') rehearser.ignored++
    else await rehearser.take({ ...call, entry })
  }
  const { older, newer, ignored, findings } = rehearser
  return { older, newer, ignored, findings: [...findings.values()] }
}

import type { MediaTypeObject, Operation, Parameter, Surface } from '../../runtime/surface.js'
import type { ValidationError } from '../../runtime/validator.js'
import { type Exchange, headerValue, headerValues, parsedJson } from '../exchange/exchange.js'
import { declaredFor, isJsonType } from '../exchange/media-type.js'
import { declaredStatus } from '../coverage/operation-record.js'
import { violationsOf } from '../exchange/validation.js'
import { makeRedactor } from '../recording/redact.js'
import { loadVersions, type VersionUnderTest } from '../session/version-under-test.js'
import type { Plan } from '../model/plan.js'
import type { RecordingInput } from './har-stream.js'
import type { RecordedExchange } from './recorded-entry.js'
import { anyBase, callsOf, surveyRecording } from './survey.js'

/** A mismatch between a message and a document, described without values, with its fix. */
interface Misfit {
  readonly message: string
  readonly advice: string
}

const located = ({ instancePath }: ValidationError): string =>
  instancePath === '' ? 'the body' : `\`${instancePath.replaceAll(/\/\d+(?=\/|$)/g, '/*')}\``

const named = ({ params }: ValidationError): string => {
  const name = params['missingProperty'] ?? params['additionalProperty'] ?? params['unevaluatedProperty']
  return typeof name === 'string' ? `\`${name.replaceAll('`', "'")}\`` : 'it'
}

const misfitOf = (error: ValidationError, sent: boolean): Misfit => {
  const message = `${located(error)} ${error.message ?? error.keyword}`
  const { keyword } = error
  if (!sent)
    return { message, advice: 'Make the code read both, the one that came and the one that is described.' }
  if (keyword === 'required') return { message, advice: `Send ${named(error)}.` }
  if (keyword.endsWith('Properties')) return { message, advice: `Leave ${named(error)} out.` }
  return { message, advice: `Send ${located(error)} as the newer version takes it.` }
}

// A union without a match reports the errors of every branch; its own error is the shortest description.
const mostTelling = (errors: readonly ValidationError[]): readonly ValidationError[] => {
  const unions = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  return unions.length > 0
    ? unions.concat(errors.filter(({ keyword }) => keyword === 'required').slice(0, 3))
    : errors.slice(0, 5)
}

/** The values that a text in a URL or header may stand for. */
const readings = (texts: readonly string[]): unknown[] => {
  const [first = ''] = texts
  const one = (text: string): unknown[] => [text, parsedJson(text)].filter((value) => value !== undefined)
  const list = texts.length > 1 ? texts : first.split(',')
  return [...one(first), list, list.map((text) => one(text).at(-1))]
}

const valuesOf = ({ request }: Exchange, { name, in: where }: Parameter): readonly string[] | undefined => {
  if (where === 'header') return headerValues(request.headers, name)
  if (where !== 'query' || !URL.canParse(request.url)) return undefined
  return new URL(request.url).searchParams.getAll(name)
}

const bodyErrors = async (
  { validator }: MediaTypeObject,
  text: string,
  surface: Surface,
): Promise<readonly ValidationError[]> => {
  const body = parsedJson(text)
  if (validator === undefined || body === undefined) return []
  return mostTelling(violationsOf(await surface.validator(validator), body))
}

const parameterMisfits = async (
  exchange: Exchange,
  parameter: Parameter,
  surface: Surface,
): Promise<Misfit[]> => {
  const { name, required, validator } = parameter
  const texts = valuesOf(exchange, parameter)
  // Recorders omit some parameters and browsers add others, so these are not the program's choice.
  if (texts === undefined || parameter.style === 'deepObject') return []
  const what = `${parameter.in} parameter \`${name}\``
  if (texts.length === 0)
    return required ? [{ message: `${what} is missing`, advice: `Send \`${name}\`.` }] : []
  const isTaken = validator === undefined ? undefined : await surface.validator(validator)
  if (!isTaken || readings(texts).some((value) => isTaken(value))) return []
  const advice = `Send \`${name}\` as the newer version takes it.`
  return [{ message: `${what} has a value that is not taken`, advice }]
}

const bodyMisfits = async (
  { request }: Exchange,
  { requestBody }: Operation,
  surface: Surface,
): Promise<Misfit[]> => {
  if (request.body === undefined || request.body === '') {
    const isMissing = requestBody?.required === true
    return isMissing ? [{ message: 'the body is missing', advice: 'Send a body.' }] : []
  }
  if (!requestBody) return []
  const contentType = headerValue(request.headers, 'content-type')
  const type = declaredFor(Object.keys(requestBody.content), contentType)
  if (type === undefined)
    return [{ message: 'the media type of the body is not taken', advice: 'Send another media type.' }]
  const media = requestBody.content[type]
  if (!media || !isJsonType(contentType)) return []
  return (await bodyErrors(media, request.body, surface)).map((error) => misfitOf(error, true))
}

/** The parts of a request that a version's document does not allow. */
const requestMisfits = async (
  surface: Surface,
  exchange: Exchange,
  operation: Operation,
): Promise<Misfit[]> => {
  const parameters = operation.parameters.map((one) => parameterMisfits(exchange, one, surface))
  return [...(await Promise.all(parameters)).flat(), ...(await bodyMisfits(exchange, operation, surface))]
}

/** The parts of a response that it does not describe; `mayHoldMore` where readers tolerate unknown members. */
const answerMisfits = async (
  surface: Surface,
  { response: { status, headers, body } }: Exchange,
  operation: Operation,
  mayHoldMore: boolean,
): Promise<Misfit[]> => {
  const declared = declaredStatus(operation, status)
  const content = declared === undefined ? undefined : operation.responses[declared]?.content
  if (!content) {
    const advice = `Do not rely on status ${status} here.`
    return [{ message: `status ${status} is not described`, advice }]
  }
  const type = declaredFor(Object.keys(content), headerValue(headers, 'content-type'))
  const media = type === undefined ? undefined : content[type]
  if (!media || !isJsonType(type)) return []
  return (await bodyErrors(media, body, surface))
    .filter(({ keyword }) => !mayHoldMore || !keyword.endsWith('Properties'))
    .map((error) => misfitOf(error, false))
}

/** One finding of a rehearsal; from the recording it contains only names. */
export interface RehearsalFinding extends Misfit {
  /** `request`: the newer version would refuse the request; `answer`: the response does not match the other version. */
  readonly kind: 'request' | 'answer'
  readonly operation: string
  readonly status?: number
  readonly count: number
  /** 1-based position of the first entry that shows it. */
  readonly entry: number
}

export interface Rehearsal {
  /** Recorded by the suite, which sends wrong requests on purpose. */
  readonly isOfSuite: boolean
  readonly older: number
  readonly newer: number
  readonly ignored: number
  readonly findings: readonly RehearsalFinding[]
}

/** Two generated versions in a folder, with their values of `X-API-Version`. */
export interface RehearsalPlan extends Pick<Plan, 'generated'> {
  /** Names of the older and of the newer document in the generated folder. */
  readonly names: readonly [older: string, newer: string]
  /** Their versions; undefined for documents without one. */
  readonly versions: readonly [older: string | undefined, newer: string | undefined]
  /** The version of a call that names none; undefined if unknown. */
  readonly defaultVersion: string | undefined
}

/** The version that a call was made with. */
const versionOf = ({ request, response }: Exchange): string | undefined => {
  const asked = headerValue(request.headers, 'x-api-version')
  return asked === undefined || asked === '' ? headerValue(response.headers, 'x-api-version') : asked
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** The mismatches with one version that the other does not have. */
const further = async (
  find: () => Promise<readonly Misfit[]>,
  findKnown: () => Promise<readonly Misfit[]>,
): Promise<readonly Misfit[]> => {
  const misfits = await find()
  const known = new Set((misfits.length === 0 ? [] : await findKnown()).map(({ message }) => message))
  return misfits.filter(({ message }) => !known.has(message))
}

const refused = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429])

interface Call extends RecordedExchange {
  readonly route: string
  readonly entry: number
}

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

  /** Judges a call of the older version: whether the newer one would refuse the request, or respond differently. */
  async #judgeOlder({ exchange, bodyIsKnown, route, entry }: Call): Promise<void> {
    const [was, is] = [this.#from.operations.at(route), this.#to.operations.at(route)]
    if (!was) return
    const { status } = exchange.response
    if (!is) {
      const gone = { message: 'the newer version has no such operation', advice: 'Stop calling it.' }
      return this.#add({ ...gone, kind: 'request', operation: nameOf(was) }, entry)
    }
    const [from, to] = [this.#from.surface, this.#to.surface]
    const ofRequest = refused.has(status)
      ? []
      : await further(
          () => requestMisfits(to, exchange, is),
          () => requestMisfits(from, exchange, was),
        )
    for (const one of ofRequest) this.#add({ ...one, kind: 'request', operation: nameOf(was) }, entry)
    if (!bodyIsKnown) return
    const ofAnswer = await further(
      () => answerMisfits(to, exchange, is, false),
      () => answerMisfits(from, exchange, was, false),
    )
    for (const one of ofAnswer) this.#add({ ...one, kind: 'answer', operation: nameOf(was), status }, entry)
  }

  /** Judges a response of the newer version that code for the older one does not expect. */
  async #judgeNewer({ exchange, bodyIsKnown, route, entry }: Call): Promise<void> {
    const [was, is] = [this.#from.operations.at(route), this.#to.operations.at(route)]
    if (!was || !is || !bodyIsKnown) return
    const { status } = exchange.response
    const found = await further(
      () => answerMisfits(this.#from.surface, exchange, was, true),
      () => answerMisfits(this.#to.surface, exchange, is, true),
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
 * Judges recorded traffic of an older version by a newer one, and the reverse. Nothing is sent.
 * @throws RampartError RECORDING_SYNTAX.
 */
export async function rehearseRecording(plan: RehearsalPlan, recording: RecordingInput): Promise<Rehearsal> {
  const { generated, names } = plan
  const survey = await surveyRecording(recording, { generated, versions: names })
  const { baseUrl = anyBase, secrets, isOfSuite } = survey
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
  return { isOfSuite, older, newer, ignored, findings: [...findings.values()] }
}

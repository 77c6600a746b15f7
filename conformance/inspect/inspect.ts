import type { MediaTypeObject, Operation, Parameter, Surface } from '../../runtime/surface.js'
import type { ValidationError } from '../../runtime/fail.js'
import { type Exchange, headerValue, headerValues, parsedJson } from '../exchange/exchange.js'
import { declaredContent, declaredFor, isJsonType, readingsOf, violationsOf } from '../exchange/reading.js'
import { makeRedactor, unsigned } from '../recording/redact.js'
import { type VersionUnderTest, versionsUnderTest } from '../session/version-under-test.js'
import type { Api } from '../model/case.js'
import type { RecordingInput, RecordedExchange } from './recorded-entry.js'
import { anyBase, callsOf, surveyRecording, type Ignored } from './survey.js'
import type { Seen } from '../model/step-result.js'
import { type ObserverRegistry, ObserverRunner } from '../session/observer-runner.js'
import { publish, publishEvidence, publishExchange } from '../recording/publish.js'
import { requestCount } from '../model/report.js'
import type { Plan } from '../model/plan.js'
import { countUp } from '../../document/index.js'
import { typesOf } from '../resources/names.js'

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
  if (!sent) return { message, advice: 'Make the code accept the received form and the documented one.' }
  if (keyword === 'required') return { message, advice: `Send ${named(error)}.` }
  if (keyword.endsWith('Properties')) return { message, advice: `Leave ${named(error)} out.` }
  return { message, advice: `Send ${located(error)} as the newer version accepts it.` }
}

// A union without a match reports the errors of every branch; its own error is the shortest description.
const mostTelling = (errors: readonly ValidationError[]): readonly ValidationError[] => {
  const unions = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  return unions.length > 0
    ? unions.concat(errors.filter(({ keyword }) => keyword === 'required').slice(0, 3))
    : errors.slice(0, 5)
}

/** The values that the texts of a parameter may mean. */
const readings = (texts: readonly string[]): unknown[] => {
  const [first = ''] = texts
  const all = readingsOf(first, texts.length > 1 ? texts : undefined)
  return [...all, parsedJson(first)].filter((value) => value !== undefined)
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

const parameterMisfits = async (by: Exchange, parameter: Parameter, surface: Surface): Promise<Misfit[]> => {
  const { name, required, validator } = parameter
  const texts = valuesOf(by, parameter)
  // Parameters in paths and cookies are not judged, because recorders omit some and browsers add others, nor are those
  // whose members are written as parameters, or in one text.
  if (texts === undefined || typesOf(parameter.schema, surface.schemas).includes('object')) return []
  const what = `${parameter.in} parameter \`${name}\``
  if (texts.length === 0)
    return required ? [{ message: `${what} is missing`, advice: `Send \`${name}\`.` }] : []
  const accepts = validator === undefined ? undefined : await surface.validator(validator)
  if (!accepts || readings(texts).some((value) => accepts(value))) return []
  const advice = `Send \`${name}\` as the newer version accepts it.`
  return [{ message: `${what} has a value that is not accepted`, advice }]
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
    return [{ message: 'the media type of the body is not accepted', advice: 'Send another media type.' }]
  const media = requestBody.content[type]
  if (!media || !isJsonType(contentType)) return []
  return (await bodyErrors(media, request.body, surface)).map((error) => misfitOf(error, true))
}

/** An operation in one of the two versions. */
interface Side {
  readonly surface: Surface
  readonly operation: Operation
}

type Find = (side: Side, exchange: Exchange) => Promise<readonly Misfit[]>

/** The parts of a request that a version's document does not allow. */
const requestMisfits: Find = async ({ surface, operation }, exchange) => {
  const parameters = operation.parameters.map((one) => parameterMisfits(exchange, one, surface))
  return [...(await Promise.all(parameters)).flat(), ...(await bodyMisfits(exchange, operation, surface))]
}

/** Finds the parts of a response that the document does not describe; `mayHoldMore` where unknown members are allowed. */
const responseMisfits =
  (mayHoldMore: boolean): Find =>
  async ({ surface, operation }, { response: { status, headers, body } }) => {
    const content = declaredContent(operation, status)
    if (!content) {
      const advice = `Do not rely on status ${status} here.`
      return [{ message: `status ${status} is not documented`, advice }]
    }
    const type = declaredFor(Object.keys(content), headerValue(headers, 'content-type'))
    const media = type === undefined ? undefined : content[type]
    if (!media || !isJsonType(type)) return []
    return (await bodyErrors(media, body, surface))
      .filter(({ keyword }) => !mayHoldMore || !keyword.endsWith('Properties'))
      .map((error) => misfitOf(error, false))
  }

/** One finding of a rehearsal; from the recording it contains only names. */
interface RehearsalFinding extends Misfit {
  /** `request`: the newer version would refuse the request; `answer`: the response does not match the other version. */
  readonly kind: 'request' | 'answer'
  readonly operation: string
  readonly status?: number
  readonly count: number
  /** 1-based position of the first entry that shows it. */
  readonly entry: number
}

interface Rehearsal {
  /** Recorded by the suite, which sends wrong requests on purpose. */
  readonly isOfSuite: boolean
  readonly older: number
  readonly newer: number
  readonly ignored: number
  readonly findings: readonly RehearsalFinding[]
}

/** Two documents with their values of `X-API-Version`. */
interface RehearsalPlan {
  /** The older and the newer document, with names of their own as versions. */
  readonly apis: readonly [older: Api, newer: Api]
  /** Their versions; undefined for documents without one. */
  readonly versions: readonly [older: string | undefined, newer: string | undefined]
  /** The version of a call that names none; undefined if unknown. */
  readonly defaultVersion: string | undefined
}

const versionOf = ({ request, response }: Exchange): string | undefined => {
  const asked = headerValue(request.headers, 'x-api-version')
  return asked === undefined || asked === '' ? headerValue(response.headers, 'x-api-version') : asked
}

const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** The mismatches of an exchange with one version that it does not have with the other. */
const furtherMisfits = async (
  find: Find,
  side: Side,
  other: Side,
  exchange: Exchange,
): Promise<readonly Misfit[]> => {
  const misfits = await find(side, exchange)
  const known = misfits.length === 0 ? [] : await find(other, exchange)
  return misfits.filter(({ message }) => !known.some((one) => one.message === message))
}

const refused = new Set([400, 401, 403, 404, 405, 409, 413, 415, 422, 429])

type Found = Omit<RehearsalFinding, 'operation' | 'count' | 'entry'>
type Judge = (call: RecordedExchange, was: Side, is: Side | undefined) => Promise<readonly Found[]>

/** Judges a call of the older version: whether the newer one would refuse the request, or respond differently. */
const judgeOlder: Judge = async ({ exchange, bodyIsKnown }, was, is) => {
  const { status } = exchange.response
  if (!is)
    return [
      { message: 'the newer version has no such operation', advice: 'Stop calling it.', kind: 'request' },
    ]
  const ofRequest = refused.has(status) ? [] : await furtherMisfits(requestMisfits, is, was, exchange)
  const ofResponse = bodyIsKnown ? await furtherMisfits(responseMisfits(false), is, was, exchange) : []
  return [
    ...ofRequest.map((one) => Object.assign(one, { kind: 'request' as const })),
    ...ofResponse.map((one) => Object.assign(one, { kind: 'answer' as const, status })),
  ]
}

/** Judges a response of the newer version that code for the older one does not expect. */
const judgeNewer: Judge = async ({ exchange, bodyIsKnown }, was, is) => {
  if (!is || !bodyIsKnown) return []
  const { status } = exchange.response
  const found = await furtherMisfits(responseMisfits(true), was, is, exchange)
  return found.map(({ message }) => ({
    message: `code for the older version does not expect this: ${message}`,
    advice: 'Make the code accept it before it requests the newer version.',
    kind: 'answer',
    status,
  }))
}

/** The version that a call was made with: the older, the newer, or `ignored` for any other. */
const ageOf = (exchange: Exchange, plan: RehearsalPlan): 'older' | 'newer' | 'ignored' => {
  const version = versionOf(exchange) ?? plan.defaultVersion
  const [older, newer] = plan.versions
  if (older === undefined || version === undefined || version === older) return 'older'
  return version === newer ? 'newer' : 'ignored'
}

const sideOf = ({ surface, operations }: VersionUnderTest, route: string): Side | undefined => {
  const operation = operations.at(route)
  return operation && { surface, operation }
}

/** Judges recorded traffic of one version by the other. @throws RampartError RECORDING_SYNTAX. */
export async function rehearseRecording(plan: RehearsalPlan, recording: RecordingInput): Promise<Rehearsal> {
  const { baseUrl = anyBase, secrets, isOfSuite } = await surveyRecording(recording, plan.apis)
  const apis = plan.apis.map((api) => ({ ...api, baseUrl }))
  const versions = versionsUnderTest({ apis, versions: apis.map(({ version }) => version) })
  const [from, to] = [...versions.values()]
  if (!from || !to) throw new RangeError('two documents of one name')
  const redact = unsigned(makeRedactor(secrets))
  const counts = { older: 0, newer: 0, ignored: 0 }
  const findings = new Map<string, RehearsalFinding>()
  let entry = 0
  for await (const call of callsOf(recording, versions, baseUrl)) {
    entry++
    const age = typeof call === 'string' ? 'ignored' : ageOf(call.exchange, plan)
    counts[age]++
    if (typeof call === 'string' || age === 'ignored') continue
    const [was, is] = [sideOf(from, call.route), sideOf(to, call.route)]
    if (!was) continue
    const judge = age === 'older' ? judgeOlder : judgeNewer
    const operation = nameOf(was.operation)
    for (const one of await judge(call, was, is)) {
      const [message, advice] = [redact(one.message), redact(one.advice)]
      const key = `${one.kind} ${operation} ${one.status} ${message}`
      const { count = 0, entry: first = entry } = findings.get(key) ?? {}
      const { kind, status } = one
      const named = { message, advice, kind, operation, ...(status !== undefined && { status }) }
      findings.set(key, { ...named, entry: first, count: count + 1 })
    }
  }
  return { isOfSuite, ...counts, findings: [...findings.values()] }
}

export interface Inspection {
  /** The judged exchanges and their violations, without secrets. */
  readonly seen: Seen
  /** Entries that were judged. */
  readonly calls: number
  /** Entries that were not judged, by reason. */
  readonly ignored: ReadonlyMap<Ignored, number>
}

/** The most different findings kept of one rule and version; others are only counted. */
const mostFindings = 200

/** Ids of the observer rules. */
export function observerRules({ rules }: ObserverRegistry): readonly string[] {
  return rules.filter(({ kind }) => kind === 'observer').map(({ id }) => id)
}

/** Runs all observers over recorded traffic. @param secrets to remove @throws RampartError */
export async function inspectRecording(
  registry: ObserverRegistry,
  plan: Plan,
  recording: RecordingInput,
  secrets: readonly string[],
): Promise<Inspection> {
  const began = performance.now()
  const redact = unsigned(makeRedactor(secrets))
  const versions = versionsUnderTest(plan)
  // Published at once, so that memory holds only the shown evidence of a recording.
  const runner = new ObserverRunner(registry, plan, versions, {
    mostFindings,
    keep: (exchange, as) => (as === 'evidence' ? publishEvidence : publishExchange)(exchange, redact),
  })
  const calls = new Map<string, number>()
  const ignored = new Map<Ignored, number>()
  let position = 0
  for await (const call of callsOf(recording, versions, plan.baseUrl)) {
    position++
    if (typeof call === 'string') {
      countUp(ignored, call)
      continue
    }
    const exchange = { ...call.exchange, id: `entry-${position}` }
    const version = runner.versionOf(exchange) ?? '*'
    countUp(calls, version)
    await runner.judge(exchange, call.route)
  }
  const total = [...calls.values()].reduce((sum, one) => sum + one, 0)
  const spent = performance.now() - began
  const judged = ['*', ...plan.versions].map((version) => ({
    version,
    requests: requestCount(calls.get(version) ?? 0),
    durationMs: total === 0 ? 0 : (spent * (calls.get(version) ?? 0)) / total,
    result: null,
  }))
  const { observed, evidence } = runner.observations
  const seen = { judged, observed: publish(observed, redact, Infinity), evidence, traffic: [] }
  return { seen, calls: total, ignored }
}

import type { Problem } from '../../runtime/problems.js'
import { headerValue, headerValues, type RawDelivery } from '../delivery/delivery.js'
import { contentOf, type Content } from './content.js'
import type { Digest } from './digests.js'
import { type Mistake, mistake } from '../signing/mistakes.js'
import { type ExamineOptions, isTime, signatureOf } from './signature.js'
import { counted, type Paint, spelledOut } from '../../reporting/index.js'

/** The result of an examination. Contains no secret. */
export interface Examination {
  readonly valid: boolean
  /** All mistakes, the cause first. */
  readonly mistakes: readonly Mistake[]
  /** Remarks that do not affect validity. */
  readonly notes: readonly string[]
  readonly content: Content
  /** Name of the matching secret, even if it matches only with a mistake. */
  readonly secret?: string
  readonly encoding?: Digest['form']
  /** Age of the timestamp in seconds; negative if it is in the future. */
  readonly age?: number | undefined
  readonly problems: readonly Problem[]
}

const timeMistake = (timestamp: string, count: number): Mistake | undefined => {
  if (isTime(timestamp)) return undefined
  if (count > 1) return mistake('timestamp-malformed', `webhook-timestamp occurs ${count} times`)
  if (/^\d{13}$/.test(timestamp))
    return mistake('milliseconds', 'webhook-timestamp has 13 digits, as many as a time in milliseconds')
  const shape = /^\d+$/.test(timestamp) ? counted(timestamp.length, 'digit') : 'no ten digits alone'
  return mistake('timestamp-malformed', `webhook-timestamp is not a time in Unix seconds: it has ${shape}`)
}

const dueMistake = (age: number, tolerance: number): Mistake | undefined => {
  const seconds = Math.abs(age)
  if (seconds <= tolerance) return undefined
  const away = `${counted(Math.round(seconds), 'second')} ${age > 0 ? 'before' : 'after'} the time of judging`
  return mistake(age > 0 ? 'stale' : 'future', `webhook-timestamp is ${away}, the tolerance is ${tolerance}`)
}

const formMistake = ({ form }: Content): Mistake | undefined => {
  if (form === 'object') return undefined
  if (form === 'no JSON') return mistake('not-json', 'the body is not JSON')
  const what = form === 'null' ? 'null' : `a ${form}`
  return mistake('not-an-object', `the body is ${what} of JSON instead of an object`)
}

const lost =
  'The body contains U+FFFD: bytes that are not UTF-8 may have been replaced on the way, which cannot be undone.'

const lostBytes = (body: Uint8Array): string[] =>
  body.length <= 1024 * 1024 && Buffer.from(body).includes('\ufffd') ? [lost] : []

const notesOf = (found: Pick<Examination, 'encoding' | 'problems'>, delivery: RawDelivery): string[] => [
  ...(headerValue(delivery.headers, 'webhook-id') === undefined
    ? ['The header webhook-id is missing; it is not signed, and every delivery has one.']
    : []),
  ...(found.encoding !== undefined && found.encoding !== 'hex' && found.encoding !== 'base64'
    ? [`The digest is written in ${found.encoding}: a receiver that compares texts, not bytes, refuses it.`]
    : []),
]

const missing = (delivery: RawDelivery): Mistake[] =>
  ['webhook-timestamp', 'webhook-signature']
    .filter((name) => headerValue(delivery.headers, name) === undefined)
    .map((name) => mistake('missing-header', `the header ${name} is missing`))

/** Judges a delivery by Events, delivery 2 and 3, and identifies the mistake in an invalid one by trying known ones. */
export async function examine(delivery: RawDelivery, options: ExamineOptions): Promise<Examination> {
  const content = contentOf(delivery.body)
  const problems = await content.problems(options.document)
  const absent = missing(delivery)
  if (absent.length > 0) return { valid: false, mistakes: absent, notes: [], content, problems }
  const timestamps = headerValues(delivery.headers, 'webhook-timestamp')
  const timestamp = timestamps.join(',')
  const malformed = timeMistake(timestamp, timestamps.length)
  const signature = signatureOf(delivery, timestamp, content, options)
  const age = isTime(timestamp) ? options.at.getTime() / 1000 - Number(timestamp) : undefined
  const late = age === undefined ? undefined : dueMistake(age, options.tolerance ?? 300)
  // A body that does not match its signature does not show a mistake of the sender.
  const unreadable = signature.mistakes.length > 0 ? undefined : formMistake(content)
  const all = [malformed, ...signature.mistakes, late, unreadable].filter((one) => one !== undefined)
  const more = all.length > 0 ? lostBytes(delivery.body) : []
  const notes = [...notesOf({ ...signature, problems }, delivery), ...more]
  return { ...signature, valid: all.length === 0, mistakes: all, notes, content, age, problems }
}

const agoText = (age: number): string => {
  const seconds = Math.abs(Math.round(age * 10) / 10)
  return age < 0 ? `${seconds} s ahead of` : `${seconds} s before`
}

const aboutText = ({ content }: Examination): string =>
  [
    content.type === undefined ? 'no type' : spelledOut(content.type, 60),
    ...(content.customerId === undefined ? [] : [`customer ${spelledOut(content.customerId, 60)}`]),
  ].join('  ')

const howText = ({ secret, encoding, age }: Examination): string[] => [
  ...(secret === undefined ? [] : [`  signed under ${secret}, digest in ${encoding ?? 'hex'}`]),
  ...(age === undefined ? [] : [`  webhook-timestamp is ${agoText(age)} the time of judging`]),
]

/** An examination as text: the verdict first, then each mistake with its fix. */
export function verifyText(examination: Examination, at: Date, version: string, paint: Paint): string {
  const { valid, mistakes, notes, problems } = examination
  const verdict = valid ? paint.green('valid') : paint.red('not valid')
  const problemText = ({ pointer, message }: Problem): string =>
    `  note: ${version} at ${spelledOut(pointer)}: ${spelledOut(message, 300)}`
  return [
    `${verdict}  ${aboutText(examination)}`,
    ...mistakes.flatMap(({ code, found, advice }) => [`  ${paint.bold(code)}: ${found}`, `    ${advice}`]),
    ...howText(examination),
    `  judged at ${at.toISOString()}`,
    ...notes.map((note) => `  note: ${note}`),
    ...problems.slice(0, 10).map(problemText),
    '',
  ].join('\n')
}

/** An examination as JSON. */
export function verifyJson(examination: Examination, at: Date, version: string): string {
  const { content, problems, ...rest } = examination
  const { isJson, type, customerId, messageId } = content
  const all = { ...rest, at: at.toISOString(), type, customerId, messageId, isJson, version, problems }
  return `${JSON.stringify(all, undefined, 2)}\n`
}

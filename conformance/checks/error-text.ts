import { mediaTypeOf } from '../exchange/media-type.js'
import { isObject } from '../../document/index.js'
import { contentTypeOf } from './answer.js'
import type { Observed } from '../model/observed.js'

/** Words of texts that frameworks have for any failure: these alone name no cause. */
const generic = new Set(
  `a about administrator again an and app application at bad be been blank but by can cannot code complete completed contact
  could detail details development either encountered error errors exception exceptions fail failed failure for fulfill gateway
  handle handled happened has have http https if in info inform information internal internalservererror invalid is it
  later log logs message more moment occur occurred of on oops or our out overloaded page please problem problems process processed
  processing production receive request requested response retry rfc7231 rfc9110 section see server servererror service
  admin administrators developer developers difficulties engineers fatal fix incident informed into issue issues like
  logged looking looks notified programmatic reported technical whoops working
  site something sorry status str support t team temporarily temporary that the there this time timeout title to try
  type unable unavailable unexpected unhandled unknown up uncaught was we website went were while will with wrong you
  your`.split(/\s+/),
)

/** Where answers in JSON say what failed, the most telling first. */
const telling =
  /^(exception(type|_type|class)?|error_?(class|type|name)?|err|errors|message|error_?message|msg|detail|details|description|error_?description|reason|cause|title|type|name)$/i

const stacks = /^(stack|trace|stack_?trace|traceback)$/i

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }

const decoded = (text: string): string =>
  text.replaceAll(/&(#x27|#39|lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? "'")

const withoutMarkup = (html: string): string =>
  html
    .replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' ')
    .replaceAll(/<br\s*\/?>|<\/(p|div|h\d|li|tr|title|pre)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, ' ')

const textsIn = (value: unknown, depth = 3): string[] => {
  if (typeof value === 'string') return [value]
  if (depth === 0) return []
  if (Array.isArray(value)) return value.slice(0, 3).flatMap((item) => textsIn(item, depth - 1))
  if (!isObject(value)) return []
  const members = Object.entries(value)
  const [traces, others] = [
    members.filter(([name]) => stacks.test(name)),
    members.filter(([name]) => telling.test(name)),
  ]
  return [...others, ...traces].flatMap(([, member]) => textsIn(member, depth - 1))
}

const readJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Pages of errors say what failed at their beginning. */
const mostRead = 50_000

/** All texts of an answer that may say what failed. */
const textsOf = (observed: Observed): readonly string[] => {
  const { response } = observed.exchange
  const parsed = readJson(response.body)
  if (parsed !== undefined) return textsIn(parsed)
  const text = response.body.slice(0, mostRead)
  const isMarkup = /html|xml/.test(mediaTypeOf(contentTypeOf(observed)) ?? '')
  return [isMarkup || /^\s*<(!doctype|html)/i.test(text) ? withoutMarkup(text) : text]
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const leaves = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (isObject(value)) return Object.values(value).flatMap(leaves)
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** Values that are short enough to be quoted in a message. */
const scalars = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(scalars)
  if (isObject(value)) return Object.values(value).flatMap(scalars)
  const text = String(value)
  return text !== '' && text.length <= 100 ? [text] : []
}

/** Takes out what was sent: an error that repeats it would differ from request to request. */
const withoutSent = (text: string, { case: { call } }: Observed): string => {
  const sent = [call.path, call.query, call.header, call.cookie, call.body?.value].flatMap(leaves)
  const quoted = [call.path, call.query, call.header, call.cookie, call.body?.value].flatMap(scalars)
  const isQuoted = quoted.length > 0 && new RegExp(`(["'\`])(?:${quoted.map(escaped).join('|')})\\1`, 'g')
  const unquoted = isQuoted ? text.replaceAll(isQuoted, '#') : text
  const longestFirst = [...new Set(sent)]
    .filter((one) => one.length > 1)
    .toSorted((a, b) => b.length - a.length)
  return longestFirst
    .slice(0, 200)
    .reduce((rest, one) => rest.replaceAll(new RegExp(`(?<!\\w)${escaped(one)}(?!\\w)`, 'g'), '#'), unquoted)
}

const stable = (line: string): string =>
  line
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '#')
    .replaceAll(/\b0x[\da-f]+\b/gi, '#')
    .replaceAll(/\b(?=[a-f]*\d)[\da-f]{12,}\b/gi, '#')
    // A name in quotes tells one cause from another; a value does not.
    .replaceAll(/(["'`])(?![A-Za-z_$][\w$.-]{0,40}\1)(?:(?!\1).){0,400}\1/g, '#')
    .replaceAll(/(^|\s)(at )?\/[^\s:]+/g, '$1#')
    .replaceAll(/[-+]?\d+([.:,]\d+)*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** A line of a stack that says where it failed: of Node, Python, Java, PHP, Go, Ruby. */
const frames =
  /^\s*at [^\s(]+ ?\(?[^\s)]+:\d+|^\s*File "[^"]+", line \d+|^\s*(?:at )?[\w$.<>]+\([\w$]+\.(?:java|kt|scala):\d+\)|\.(?:go|rb|php):\d+/

/** Nobody writes a longer message; code that was made small does. */
const longestLine = 1_000

/** The first line of a text that says what failed; of a traceback of Python the last, which has the exception. */
const headline = (text: string): string => {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.slice(0, longestLine))
  const isTraceback = lines.some((line) => line.startsWith('Traceback (most recent call last)'))
  const exception = lines.findLast((line) => /^[\w.]+(Error|Exception|Warning|Exit)\b/.test(line))
  if (isTraceback && exception !== undefined) return exception
  return lines.find((line) => !frames.test(line) && !isGeneric(stable(line))) ?? ''
}

const isGeneric = (text: string): boolean =>
  /^https?:\S*$/.test(text) ||
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .every((word) => word.length < 2 || generic.has(word))

const longest = 160

/**
 * What an answer says of its failure, as far as it is the same for every request that fails for this cause: without
 * what was sent, ids and numbers. Undefined where it says nothing that tells one cause from another.
 */
export function errorText(observed: Observed): string | undefined {
  const lines = textsOf(observed).map((text) => stable(withoutSent(decoded(headline(text)), observed)))
  const told = [...new Set(lines)].filter((line) => !isGeneric(line)).slice(0, 2)
  return told.length === 0 ? undefined : told.join(': ').slice(0, longest)
}

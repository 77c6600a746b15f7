import { escapedPattern, isObject, keysOf, once } from '../../document/index.js'
import { ifRecorded, jsonBody, parsedJson } from '../exchange/exchange.js'
import { isBusy, mediaTypeOf, nestedScalars } from '../exchange/reading.js'
import type { Case, Observed } from '../model/case.js'
import { withoutDistinct } from '../requests/distinct.js'
import { deviationKind, hasNullItem, noBody, requestWords, tellingKind } from './deviations.js'
import { contentTypeOf, operationName, type Claim, statusOf } from './response.js'

/** Words that frameworks use for any failure, so they do not identify a cause. */
const generic = new Set(
  `a about admin administrator administrators again an and apologies app application at bad be been blank but
  by can cannot check code complete completed consult contact correlation could detail details developer
  developers development difficulties do either encountered engineers error errors exception exceptions fail
  failed failure fatal fix for fulfill further gateway handle handled happened has have http https id if in
  incident inconvenience info inform information informed internal internalservererror into invalid is issue
  issues it later like log logged logs looking looks message moment more next notified occur occurred of on oops
  or our out overloaded page please problem problems process processed processing production programmatic
  receive refer reported request requested response retry rfc7231 rfc9110 section see server servererror
  service site something sorry status str support t team technical temporarily temporary that the there this
  time timeout title to trace try type unable unavailable uncaught unexpected unhandled unknown up was we
  website went were what while whoops will with working wrong you your`.split(/\s+/),
)

/** Whether a text has no word that identifies a cause. */
export function isGeneric(text: string): boolean {
  if (/^https?:\S*$/.test(text)) return true
  const words = text.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ').toLowerCase()
  return words.split(/[^a-z]+/).every((word) => word.length < 2 || generic.has(word))
}

/** Messages about a shared resource that is busy; which operation had to wait does not matter. */
const busy =
  /\b(?:database|table|file|index|storage|resource|record|row)\b[^.\n]{0,40}\b(?:locked|busy)\b|lock wait timeout|deadlock|could not (?:obtain|acquire) (?:a )?lock|too many (?:connections|clients)|\bpool\b[^.\n]{0,60}\b(?:exhausted|timed? ?out|limit)/i

/** Messages about a database that the service does not reach; each operation may have its own words for it. */
const unreached =
  /\bnot connected to (?:the |a )?(?:db|database)\b|\bno (?:db|database) (?:connect|configured|available)|\b(?:db|database)\b[^.\n]{0,20}\bnot (?:connected|initiali[sz]ed|configured|available)\b/i

/** Whether a message is about a resource of the service, and not about its request. */
const isOfResource = (line: string): boolean => busy.test(line) || unreached.test(line)

/** Names of JSON members that hold error messages, the most specific first. */
const telling =
  /^(exception(type|_type|class)?|error_?(class|type|name)?|err|errors|message|error_?message|msg|detail|details|description|error_?description|reason|cause|title|type|name)$/i

const stacks = /^(stack|trace|stack_?trace|traceback)$/i

/** The message of an error that a service wrote as a text: `{'error': 'no such pet'}` of Python, or JSON. */
const written = /^(?:\d{3}: )?\{(["'])(?:error|message|detail|msg)\1: ?(["'])((?:(?!\2).)*)\2.*\}$/s

const textsIn = (value: unknown, depth = 3): string[] => {
  if (typeof value === 'string') return [value.replace(written, '$3')]
  if (depth === 0) return []
  if (Array.isArray(value)) return value.slice(0, 3).flatMap((item) => textsIn(item, depth - 1))
  if (!isObject(value)) return []
  const members = Object.entries(value)
  const own = [telling, stacks].flatMap((names) => members.filter(([name]) => names.test(name)))
  return own.flatMap(([, member]) => textsIn(member, depth - 1))
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', nbsp: ' ' }

/** The name of the site, which titles of pages end with after a separator: `Server Error | Acme`. */
const siteName = / [|·–—-] [^<|]*(?=<\/title>)/gi

const tags = /<[^>]*>/g

/** A page without what is above its first heading, such as a banner of every page, unless that is about an error. */
const withoutBanner = (html: string): string => {
  const { index = 0, 0: begin = '' } = /<body\b[^>]*>/i.exec(html) ?? /<\/title>/i.exec(html) ?? {}
  const start = index + begin.length
  const [above = '', heading] = html.slice(start).split(/(?=<h[1-6]\b)/i, 2)
  const isBanner = heading !== undefined && !/error|exception/i.test(above.replaceAll(tags, ' '))
  return isBanner ? `${html.slice(0, start)} ${html.slice(start + above.length)}` : html
}

/** Lists of links or advice; frameworks name those of errors. */
const lists = /<ul\b(?![^>]*error)[\s\S]*?<\/ul>/gi

const withoutMarkup = (html: string): string =>
  withoutBanner(html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1>/gi, ' '))
    .replaceAll(lists, ' ')
    .replaceAll(siteName, '')
    .replaceAll(/<br\s*\/?>|<\/(p|div|h\d|li|tr|title|pre)>/gi, '\n')
    .replaceAll(tags, ' ')

/** Error pages have their message at the beginning. */
const mostRead = 50_000

const textsOf = (observed: Observed): readonly string[] => {
  const text = ifRecorded(() => observed.exchange.response.body.slice(0, mostRead), '')
  // A service that fails while it writes a response adds the error to the part that it wrote.
  const last = text.slice(text.lastIndexOf('}{') + 1)
  const parsed = text === '' ? undefined : (jsonBody(observed.exchange.response) ?? parsedJson(last))
  const isMarkup = /html|xml/.test(mediaTypeOf(contentTypeOf(observed)) ?? '')
  const texts =
    parsed === undefined
      ? [isMarkup || /^\s*<(!doctype|html)/i.test(text) ? withoutMarkup(text) : text]
      : textsIn(parsed)
  return texts.map((one) =>
    one.replaceAll(/&(#x27|#39|lt|gt|amp|quot|apos|nbsp);/g, (_, name: string) => entities[name] ?? "'"),
  )
}

/** A text that is no word of a sentence. */
const isNoWord = ({ length, 0: first = '' }: string): boolean =>
  length === 1 ? /[b-hj-z]/i.test(first) : length > 0

/** Matches a text, which a service that names a class after it begins with a capital: `Pet` for `pet`. */
const capitalOrNot = (text: string): string => {
  const [first, rest] = [text.slice(0, 1), escapedPattern(text.slice(1))]
  return rest !== '' && /[a-z]/.test(first)
    ? `[${first}${first.toUpperCase()}]${rest}`
    : escapedPattern(first) + rest
}

/**
 * A sent text as a word, and not as the end of a name, `pets.name`. A longer one is no part of a word, and its pattern
 * may be too large to compile.
 */
const asWord = (text: string): RegExp | string =>
  text.length > 10_000 ? text : new RegExp(`(?<!\\w|\\w\\.)${capitalOrNot(text)}(?!\\w)`, 'g')

/**
 * Removes values of the request from a text, because one that repeats them differs from request to request. At its end
 * they may lack the characters that a service takes for brackets around them.
 */
const removerOf = (sent: readonly unknown[]): ((text: string) => string) => {
  const short = sent.map(String).filter((one) => one !== '' && one.length <= 100)
  const any = short.map(escapedPattern).join('|')
  const alone = new RegExp(`(["'\`])(?:${any})\\1|(?<=: )(?:${any})$`, 'g')
  const long = sent.filter((one): one is string => typeof one === 'string' && isNoWord(one))
  const words = [...new Set(long)]
    .toSorted((a, b) => b.length - a.length)
    .slice(0, 200)
    .map(asWord)
  const cut = long
    .flatMap((one) => [one.slice(1), one.slice(0, -1), one.slice(1, -1)])
    .filter((one) => one.length > 1 || /\W/.test(one))
  return (text) => {
    const rest = words.reduce<string>(
      (rest, one) => rest.replaceAll(one, '#'),
      short.length === 0 ? text : text.replaceAll(alone, '#'),
    )
    const end = cut.find((one) => rest.endsWith(` ${one}`))
    return end === undefined ? rest : `${rest.slice(0, -end.length)}#`
  }
}

/** Clauses of messages of V8, Node, Python, Java, Spring and Jackson that differ with the request. */
const received = [
  /(?<=\. Received ).*$/,
  /(?<=\bproperties of )(?:null|undefined)\b/,
  /(?<=\bsearch for '[^']*' in ).*$/,
  /'\w+'(?= object has no attribute)/,
  /(?<=\bNo enum constant (?:[a-z_]\w*\.)*(?:[A-Z]\w*\.)+).*$/,
  /(?<=\bCannot (?:deserialize value of type|construct instance of) `[^`]*`).*$/,
  /(?<=\bto required type ).*$/,
  /(?<=\bout of range of ).*$/,
  /(?<=\bText .* could not be parsed)\b.*$/,
  // Each operation has a class for its body.
  /\b(?:[a-z_]\w*\.){2,}(?:[A-Z]\w*\$)?[A-Z]\w*(?:Request|Input|Command|Payload|Dto|DTO)\b/,
  // The name of an unreachable host does not matter.
  /(?<=\b(?:Cannot connect to host|getaddrinfo [A-Z_]+|dial tcp:?|UnknownHostException:) ).*$/,
  // A NullPointerException of Java names expressions of the code, so what was sent tells more.
  /(?<=\bCannot (?:invoke|read|assign|load|store|enter|throw) ).* because .*$/,
]

const isWord = (text: string): boolean => /^[A-Za-z_$][\w$.-]{0,40}$/.test(text)

/** Removes ids, numbers, quoted values and file paths. A quoted name stays, because it identifies the cause. */
const withoutIds = (line: string): string =>
  received
    .reduce((text, one) => text.replace(one, '#'), line)
    .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/gi, '#')
    .replaceAll(/\b0x[\da-f]+\b/gi, '#')
    .replaceAll(/\b(?=[a-f]*\d)[\da-f]{12,}\b/gi, '#')
    .replaceAll(/(?<=[([])[\da-f]{8,}(?=[)\]])/gi, '#')
    // Random letters may look like a word, unless a label or many digits between them tell.
    .replaceAll(/(?<=\b(?:id|reference|ref): ?)[\w-]{12,}/gi, '#')
    .replaceAll(/\b(?=(?:\d*[a-z]+\d){3})[\da-z]{20,}\b/gi, '#')
    .replaceAll(/(?<!\w)(["'`])((?:(?!\1).){0,400})\1/g, (text, _, quoted: string) =>
      isWord(quoted) ? text : '#',
    )
    .replaceAll(/(^|\s)(at )?\/[^\s:]+/g, '$1#')
    .replaceAll(/(?<=\w: )(?=[\])},])/g, '#')
    // A choice of the request, as protobuf writes it: `fully_consistent:false`.
    .replaceAll(/(?<=\s)\w+:(?:true|false)(?=\s|$)/g, '#')
    .replaceAll(/[-+]?\d+([.:,]\d+)*/g, '#')

const spaced = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** A stack frame with its location, in Node, Python, Java, PHP, Go or Ruby. */
const frames =
  /^\s*at [^\s(]+ ?\(?[^\s)]+:\d+|^\s*(?:File "[^"]+"|<FrameSummary file [^,]+), line \d+|^\s*(?:at )?[\w$.<>]+\([\w$]+\.(?:java|kt|scala):\d+\)|\.(?:go|rb|php):\d+/

/** The longest line of a message; a longer one is minified code. */
const longestLine = 1_000

/** SQL statements in messages of knex, Spring, Hibernate and Laravel, and paths of members that Jackson adds. */
const statements = [
  /^(?:select|insert|update|delete|with|(?:alter|create|drop|truncate) (?:unique )?(?:table|index|view))\b.* - (?=\S)/is,
  /;? SQL \[.*\](?=;)/is,
  / \[(?:select|insert|update|delete)\b[^\]]*\]/gi,
  / \((?:Connection: \w+, )?SQL: .*\)$/is,
  / \(through reference chain: .*\)$/is,
]

/** The status at the beginning of a message, as pages of Jetty have it: `Error 500 java.lang.IllegalStateException`. */
const statusFirst = /^\s*(?:HTTP )?(?:error|status) 5\d\d\b[\s:–—-]*/i

const withoutStatements = (text: string): string =>
  statements.reduce((rest, one) => rest.replace(one, ''), text)

/** The line with the error message: the first line, or in a Python traceback the last, which has the exception. */
const headline = (text: string): string => {
  const lines = withoutStatements(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.replace(statusFirst, '').slice(0, longestLine))
  const isTraceback = lines.some((line) => line.startsWith('Traceback (most recent call last)'))
  const exception = lines.findLast((line) => /^[\w.]+(Error|Exception|Warning|Exit)\b/.test(line))
  const telling = lines.find((line) => !frames.test(line) && !isGeneric(withoutIds(line)))
  return lines.find(isOfResource) ?? (isTraceback ? exception : undefined) ?? telling ?? ''
}

/** Messages of a JavaScript parser of JSON, each with another part of the text that it read. */
const notJson =
  /(?:Unexpected|Expected|Unterminated|Bad|No number|Exponent|["'`]).*\b(?:in|after|of|valid) JSON\b.*/s

/** Messages of Java about a text that is no number: of any, of null, of an empty one. */
const notNumber = /\b(?:For input string: ?".*|Cannot parse null string\b.*|empty String)$/s

/** The most characters of a text that are shown or compared. */
export const longestText = 160

const cut = (text: string): string =>
  text.length <= longestText ? text : `${text.slice(0, longestText - 1)}…`

export interface FailureText {
  /** As in the response, truncated. */
  readonly shown: string
  /** Equal for every request that fails for this cause: without sent values, ids and numbers. */
  readonly key: string
  /** The text with `*` for each removed value. */
  readonly pattern: string
}

/** Words by which messages demand a missing parameter, whatever its name. */
const ofMissing = /\b(?:missing|required|not (?:present|provided|given))\b/i

/** Removes the name of the parameter that a request lacks from a text that demands it. */
const withoutMissing = ({ deviation }: Case, text: string): string => {
  const isMissing = deviation?.keyword === 'required' && deviation.in !== 'body' && ofMissing.test(text)
  return isMissing ? text.replaceAll(asWord(keysOf(deviation.at)[0] ?? ''), '#') : text
}

/** The error message of a failure or refusal; undefined where it does not identify a cause. */
export const failureText = once((observed: Observed): FailureText | undefined => {
  const { call } = observed.case
  const method = call.method?.toUpperCase()
  const sent = nestedScalars([method, call.path, call.query, call.header, call.cookie, call.body?.value])
  const withoutSent = removerOf(sent)
  const keyOf = (text: string): string =>
    spaced(withoutIds(withoutMissing(observed.case, withoutDistinct(observed.api, withoutSent(text)))))
  // A value of several lines breaks the line that repeats it, and a long one is cut with it.
  const hasLines = sent.some((one) => typeof one === 'string' && one.includes('\n'))
  const wholeOf = (text: string): string =>
    headline(hasLines || text.length > longestLine ? withoutSent(text) : text)
  const withoutStop = (text: string): string => text.replace(/(?<=\w)[.!]+$/, '')
  const lines = new Map(
    textsOf(observed).map((text) => [
      withoutStop(keyOf(wholeOf(text.replace(notJson, 'not JSON').replace(notNumber, 'no number')))),
      spaced(headline(text)),
    ]),
  )
  const specific = [...lines].filter(([key]) => !isGeneric(key)).slice(0, 2)
  const held = [...lines].find(([, line]) => isOfResource(line))
  if (specific.length === 0 && !held) return undefined
  const shown = cut(held ? held[1] : specific.map(([, line]) => line).join(': '))
  const ofResource = ([key, line]: readonly [string, string]): string =>
    unreached.test(line) ? 'no database' : (busy.exec(key)?.[0] ?? 'busy').toLowerCase()
  const key = held ? ofResource(held) : specific.map(([one]) => one).join(': ')
  // A truncated word may be cut at another character in the next run.
  const pattern = (hasLines ? cut(key) : keyOf(shown.replace(/ \S*…$/, ' #'))).replaceAll('#', '*')
  return { shown, key: key.slice(0, longestText), pattern }
})

/** The likely cause of a failure without a message. @param otherwise in place of the operation */
const provocation = (observed: Observed, otherwise = observed.case.call.operation.pointer): string => {
  // A gateway, or an overloaded service, fails for all operations.
  const unavailable = isBusy(observed.exchange.response) ? 'unavailable' : undefined
  return tellingKind(observed) ?? unavailable ?? deviationKind(observed) ?? otherwise
}

/** An error name alone may occur in any operation, so what provoked it is part of the cause. */
const isName = (text: string): boolean => /^[\w.$:-]*(: )?(Cannot \w+ #)?$/.test(text)

/** Errors with which frameworks of Java and .NET refuse any request that is wrong: one handler is missing for them all. */
const refusing =
  /^(?!.*(?:hibernate|Integrity)).*(?:Validation|ConstraintViolation|ArgumentTypeMismatch|ArgumentNotValid|MessageNotReadable|MediaTypeNot(?:Supported|Acceptable)|MethodNotSupported|NoResourceFound|NoHandlerFound|BadHttpRequest)(?:Exception|Error)$/

/** Words of a text about null, in Java, Python, JavaScript, Ruby and Go. */
const nullWords = /\bnull\b|\bNone(?:Type)?\b|\bundefined\b|\bnil\b/

/** The beginnings that all messages of one request parser share: of Jackson, `Cannot parse `, `JSON parse error: `. */
const openings = [
  /^com\.fasterxml\.jackson\.(?=\S*Exception: )/,
  /^(?:[\w.]+(?:Exception|Error): )?(?:cannot|could not|failed to|unable to) (?:parse|decode|deserialize)\b/i,
  /^(?:[\w.]+(?:Exception|Error): )?(?=[^:]*(?:pars|decod|convert|serializ|marshal|valid))(?:[\w#-]+ ){2,}[\w#-]+(?=: )/i,
]

/** The beginning that a text shares with all messages of its request parser; undefined where it has none. */
export function openingOf(key: string): string | undefined {
  return openings.map((one) => one.exec(key)?.[0]).find((one) => one !== undefined)
}

const causeOf = (observed: Observed, { key, shown }: FailureText): string => {
  // Some messages name the function whose body is missing.
  if (/\bbody\b/i.test(shown) && deviationKind(observed) === noBody) return noBody
  const start = observed.case.deviation?.in === 'body' ? openingOf(key) : undefined
  if (start !== undefined) return start
  // A service that does not expect null in lists has another message for each list, so the message is no cause.
  if (nullWords.test(shown) && hasNullItem(observed)) return 'null in a list'
  if (!isName(key) || refusing.test(key)) return key
  return `${key} ${provocation(observed, key.endsWith('#') ? shown : undefined)}`
}

/** The message for a status of 5xx. */
export function failure(observed: Observed): Claim {
  const text = failureText(observed)
  const start = `${operationName(observed)} answered ${statusOf(observed)}`
  const words = requestWords(observed)
  const any = 'A status below 500: 2xx where the request is right, 4xx where it is wrong.'
  if (!text)
    return {
      message: `${start}${words}`,
      expected: any,
      cause: `${statusOf(observed)} ${provocation(observed)}`,
    }
  return {
    message: `${start}: ${text.shown}`,
    ...(text.pattern !== text.shown && { pattern: `${start}: ${text.pattern}` }),
    expected: words === '' ? any : `A status below 500${words}.`,
    cause: `${statusOf(observed)} ${causeOf(observed, text)}`,
  }
}

/** The message where no response came. */
export function absence(observed: Observed): Claim {
  const { noAnswer = 'broken' } = observed
  const what =
    noAnswer === 'timeout'
      ? 'gave no response in the time that it has'
      : 'broke the connection without a response'
  return {
    message: `${operationName(observed)} ${what}${requestWords(observed)}`,
    expected: 'A response, with a status below 500.',
    cause: `${noAnswer} ${provocation(observed)}`,
  }
}

import { namedMistake } from '../signing/mistakes.js'
import { type DrillRule, type MistakeText, nameOf } from './rules/rule.js'

const casesIn = (text: string): readonly string[] => text.split(' ').filter(Boolean)

/**
 * Causes that several rules show: `name: behaviour`, the fix, and the failed cases by which a cause is recognized, each
 * `<rule>#<case>` with `*` for any text; an exception at a delivery is `uncaught-exception#<rule>/<case>`. Of each text
 * after "when" a case failed, of those after "unless" none; the cause explains the failures after "explains".
 */
const patternsIn = (table: string) =>
  table
    .split(/\n {2}(?=\S)/)
    .slice(1)
    .map((block) => {
      const [mistake = '', fix = '', ...lines] = block.split('\n').map((line) => line.trim())
      const after = (word: string): readonly string[] =>
        casesIn(lines.find((line) => line.startsWith(word))?.slice(word.length) ?? '')
      return { mistake, fix, when: after('when'), unless: after('unless'), explains: after('explains') }
    })

const times = '(stale|future|malformed)-timestamp#* ten-digits#* tolerance-outside#* window#*'

const refusals = `missing-* (empty|forged|truncated|extended|malformed)-signature#* wrong-* prefix-case#* verified-first#* tampered-* (respelled|decoded)-body#* moved-boundary#* ${times} refused-unacted#*`

// Signatures that may throw in a comparison of equal-length bytes, or in a decoder. A missing header is read as an
// empty one.
const oddSignatures =
  'uncaught-exception#(missing-signature/*|(empty|truncated|extended|malformed|forged)-signature/*|(wrong|missing)-prefix/*|prefix-case/*)'

const noEvents = 'array|null|number|text|object|(no|type|data|customer|message)-*'

const { receiver: printedAnew, fix: rawBytes } = namedMistake('reserialised-body')

// After a future timestamp, a receiver that requires rising ones refuses current ones; one with a narrow
// window does not.
const outOfOrder = 'out-of-order#older-last recent#* steady#*'

/** Causes that several rules show, those that explain most first. */
const commonCauses = patternsIn(`
  digest-uncompared: Your receiver looks at the form of a signature, such as its length, and does not compare the digest: any other one of this form is accepted.
    Compute HMAC-SHA256 under the secret over webhook-timestamp and the raw body, and compare it in constant time with the digest after "v1=".
    when forged-signature#random wrong-secret#other tampered-body#letter
    unless forged-signature#half
    explains ${refusals}
  no-verification: Your receiver does not verify signatures, or answers 200 whatever the result: it accepts any delivery.
    Compute HMAC-SHA256 under the secret over webhook-timestamp and the raw body, compare it in constant time with the digest after "v1=", and answer 401 when they differ. Where the answer is a page, such as that of a login, the URL is not that of your receiver.
    when forged-signature#random wrong-secret#other tampered-body#letter
    explains ${refusals}
  own-clock-signed: Your receiver signs the time of its own clock in place of webhook-timestamp, and so refuses each event that is a second old.
    Compute the signature over the text of webhook-timestamp as it came, followed by the raw body.
    when tampered-timestamp#aged recent#*
    explains (tampered-timestamp|recent|clock-ahead|out-of-order|same-moment|duplicate|slow-body|split-letters|keep-alive|steady|window)#* (every|tolerance)-*
  kind-unverified: Your receiver acknowledges some kinds of events without verifying them:
    Verify each delivery before you look at its type.
    when forged-signature#kind-*
    unless forged-signature#random
    explains forged-signature#(kind-*|ping|unknown-kind)
  reserialised-body: ${printedAnew}
    ${rawBytes}
    when raw-body#white-space respelled-body#* tampered-body#member
    explains raw-body#* (unknown-field|raw-numbers|non-ascii|split-letters|respelled-body|decoded-body)#* tampered-body#member every-kind#*
  trimmed-body: Your receiver removes white space around the body before it verifies it.
    ${rawBytes}
    when respelled-body#newline-end
    unless respelled-body#white-space raw-body#white-space
    explains raw-body#(newline-end|space-start) respelled-body#newline-end decoded-body#*
  unicode-form: Your receiver composes letters (NFC) before it verifies them.
    ${rawBytes}
    when non-ascii#decomposed
    unless non-ascii#letters
    explains non-ascii#decomposed decoded-body#*
  white-space-changed: Your receiver changes white space or ends of lines in the body before it verifies it.
    ${rawBytes}
    when raw-body#white-space
    unless raw-body#escapes every-kind#size
    explains raw-body#* (unknown-field|non-ascii|split-letters|respelled-body|decoded-body)#*
  fails-open: Your receiver accepts a signature that it cannot compare, such as one of another length: an exception of the comparison lets the delivery through.
    Answer 401 when the verification throws, and accept a delivery only after a comparison that succeeded.
    when forged-signature#half
    unless forged-signature#random
    explains (missing|empty|truncated|extended|malformed)-signature#* forged-signature#(half|no-digest|two-wrong) (missing|wrong)-prefix#* prefix-case#*
  prefix-unverified: Your receiver verifies only signatures that begin with "v1=", and acknowledges deliveries with any other.
    Refuse signatures that do not begin with "v1=": they belong to no scheme of this API.
    when malformed-signature#no-equals wrong-prefix#*
    unless malformed-signature#no-digits
    explains (missing|wrong)-prefix#* prefix-case#* empty-signature#empty malformed-signature#no-equals
  digest-within: Your receiver accepts a signature that contains the right digest anywhere, as a search with includes does.
    Remove "v1=", and compare the rest with the whole digest.
    when extended-signature#* wrong-prefix#*
    unless truncated-signature#*
    explains extended-signature#* (missing|wrong)-prefix#* prefix-case#*
  second-refused: Your receiver refuses a second event of the same kind and customer, as a limit per customer does, or a key without the content of message.
    Accept any number of events of a customer: only one with the same content of message is a duplicate.
    when out-of-order#second
    explains out-of-order#(second|older-event|status) duplicate#* same-moment#(one-customer|same-event|four)
  time-order-demanded: Your receiver refuses an event that happened before the last one that it took, or at the same time.
    Accept events in any order: acknowledge those that are older than your state.
    when out-of-order#older-event
    explains out-of-order#older-event same-moment#(one-customer|four) window#container
  container-time: Your receiver judges the container's own timestamp instead of webhook-timestamp: old deliveries can be replayed with a new body, and late retries are lost.
    Compare webhook-timestamp with now: it is signed, and new for each attempt. The timestamp of the container is the time of the event.
    when window#container stale-timestamp#*
    explains ${times}
  no-window: Your receiver verifies the signature and ignores the time: old deliveries can be replayed forever.
    Refuse timestamps that differ from now by more than the tolerance; 5 minutes in the examples of the guide.
    when stale-timestamp#* future-timestamp#*
    unless window#(container|date-*|other-*|thousandfold-*|wide-*)
    explains ${times} moved-boundary#*
  not-a-number: Your receiver accepts a timestamp that is not a number: it does not notice that the conversion failed, and comparisons with NaN are false.
    Refuse webhook-timestamp unless it is exactly ten digits, before any arithmetic.
    when malformed-timestamp#nan
    explains (malformed|missing)-timestamp#* ten-digits#* moved-boundary#*
  breaks-at-letters: Your receiver verifies an event with letters beyond ASCII, and fails afterwards:
    Treat text as UTF-8 after the verification too: btoa, encode("ascii"), or a column of another encoding throws at such letters.
    when uncaught-exception#non-ascii/(letters|emoji|decomposed)
    unless uncaught-exception#forged-signature/random
    explains (non-ascii|split-letters)#* uncaught-exception#(non-ascii|split-letters)/*
  breaks-at-decimals: Your receiver crashes on a number with a fraction or an exponent, in a member that it need not read.
    Read numbers of any form, as BigInt and parsers of integers do not, or pass members that you do not know.
    when uncaught-exception#raw-numbers/decimals
    unless uncaught-exception#forged-signature/random
    explains raw-numbers#* uncaught-exception#raw-numbers/*
  rising-timestamps: Your receiver requires each timestamp to be as new as the last one.
    Accept events in any order within the window: a retry may arrive after later events.
    when ${outOfOrder}
    explains ${outOfOrder} tolerance-inside#* same-moment#same-event
  body-limit: Your receiver refuses events for their size:
    Raise the limit for bodies of your framework or proxy to 1 MiB, since the specification shows no limit, and verify the body to its end.
    when every-kind#size
    explains every-kind#* uncaught-exception#(every-kind/*|odd-bodies/deep) (unknown-field|raw-body|non-ascii)#*
  type-spelling: Your receiver expects the type of an event in another spelling:
    ${namedMistake('type-spelling').fix}
    when every-kind#spelling
    explains every-kind#* out-of-order#* uncaught-exception#every-kind/*
`)

/** Causes of uncaught exceptions, by their trigger; the one that explains most first. */
const exceptions = patternsIn(`
  refuses-with-server-error: Your receiver answers plain forgeries with a server error, or dies of them: its refusal is an uncaught exception, or has the wrong status.
    Catch exceptions of the verification, and answer 401.
    when uncaught-exception#forged-signature/random
    explains uncaught-exception#(missing|empty|wrong|forged|truncated|extended|malformed|tampered|respelled|decoded|moved|verified)-* uncaught-exception#(stale-timestamp|future-timestamp|ten-digits|tolerance-outside|prefix-case)/* uncaught-exception#(other-types|replay)/*
  breaks-at-other-length: Your receiver crashes on a signature of a length other than the right one, as timingSafeEqual of Node throws, and does not refuse it.
    Compare the lengths first, and answer 401 if they differ; then compare the bytes in constant time.
    when uncaught-exception#truncated-signature/half
    explains ${oddSignatures}
  breaks-at-other-letters: Your receiver crashes on a signature with letters beyond ASCII, as compare_digest of Python throws for texts.
    Compare bytes: encode both before compare_digest, or answer 401 unless there are 64 digits.
    when uncaught-exception#malformed-signature/unicode
    unless uncaught-exception#malformed-signature/no-digits
    explains uncaught-exception#malformed-signature/unicode
  breaks-at-no-digits: Your receiver crashes on a signature that it cannot decode, and does not refuse it.
    Answer 401 unless there are 64 digits, before you decode them, or catch exceptions of the decoder.
    when uncaught-exception#malformed-signature/no-digits
    explains ${oddSignatures}
  breaks-without-prefix: Your receiver crashes on a signature without "=" or without text after it, and does not refuse it.
    Answer 401 unless the signature begins with "v1=", before you split it.
    when uncaught-exception#(malformed-signature/no-equals|missing-prefix/bare|empty-signature/*)
    explains ${oddSignatures}
  breaks-at-timestamp: Your receiver crashes on a timestamp that it cannot read as a number, and does not refuse it.
    Require exactly ten digits before any arithmetic, and answer 401 to anything else.
    when uncaught-exception#malformed-timestamp/*
    explains uncaught-exception#(malformed-timestamp|ten-digits|moved-boundary|missing-timestamp)/*
  breaks-without-header: Your receiver crashes when a header is missing, and does not refuse the delivery.
    Check that webhook-signature and webhook-timestamp are present, and answer 401 when one is missing.
    when uncaught-exception#missing-(signature|timestamp)/*
    explains uncaught-exception#missing-(signature|timestamp)/*
  breaks-at-no-json: Your receiver crashes on a body that is not JSON.
    Verify before you parse, so that only the sender can reach the parser, catch its exceptions, and answer 400.
    when uncaught-exception#odd-bodies/(no-json|cut)
    explains uncaught-exception#odd-bodies/(no-json|cut|empty|mark|deep) uncaught-exception#(moved-boundary/*|(tampered|decoded)-body/*|forged-signature/no-(body|json))
  breaks-at-other-types: Your receiver crashes on a delivery whose content type is not application/json, or is missing: its parser then provides no body.
    Read the raw body whatever the content type is, or answer 415.
    when uncaught-exception#other-types/*
    explains uncaught-exception#(other-types/*|forged-signature/other-type)
  breaks-at-empty-body: Your receiver crashes on an empty body that is correctly signed.
    Answer 400 to an empty body before you parse it.
    when uncaught-exception#odd-bodies/(empty)
    explains uncaught-exception#(odd-bodies/empty|moved-boundary/body|forged-signature/no-body)
  breaks-at-other-bytes: Your receiver crashes on a body that is not UTF-8: it decodes the body before it verifies it.
    Verify the bytes as they arrived, and decode them afterwards.
    when uncaught-exception#tampered-body/bytes
    explains uncaught-exception#(tampered-body/bytes|decoded-body/*)
  breaks-at-other-shape: Your receiver crashes on JSON of a different shape than that of an event: a member is missing or null, or has another type.
    Check the shape before you read nested members, and answer 400, or 200 to events that you ignore.
    when uncaught-exception#odd-bodies/(${noEvents})
    explains uncaught-exception#odd-bodies/(${noEvents}|wrapped|twice)
  breaks-at-deep-json: Your receiver crashes on deeply nested JSON in a member that it need not read.
    Limit the depth, and catch exceptions of the parser; compare contents without recursion.
    when uncaught-exception#odd-bodies/(deep)
    explains uncaught-exception#odd-bodies/(deep)
`)

/** A failed case of a rule. */
export interface Failure {
  readonly rule: DrillRule
  readonly key: string
  /** The observation, in words. */
  readonly message?: string
  /** The mistake of the failed case, if it has one of its own. */
  readonly mistake?: MistakeText | undefined
}

/** A mistake of a receiver: one cause of any number of failures. */
interface Found {
  /** Stable name. */
  readonly name: string
  /** The behaviour of the receiver, as a sentence. */
  readonly title: string
  readonly fix: string
  readonly explains: readonly Failure[]
}

// Patterns of failures have alternatives in parentheses beside `*`, unlike those of users.
const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(text)

const textOf = ({ rule, key }: Failure): string => `${nameOf(rule)}#${key}`

const isException = ({ rule }: Failure): boolean => nameOf(rule) === 'uncaught-exception'

const thrownAt = ({ key }: Failure): string => key.replace('/', '#')

const isImpliedBy = (failure: Failure, { implies = '' }: DrillRule): boolean =>
  casesIn(implies).some((one) => matches(one.includes('#') ? one : `${one}#*`, textOf(failure)))

/** The failures of a rule, those that it implies, and those that they imply. */
const impliedBy = (rule: DrillRule, failures: readonly Failure[]): readonly Failure[] => {
  const explained = new Set(failures.filter((one) => one.rule === rule))
  for (const cause of explained)
    for (const one of failures) if (isImpliedBy(one, cause.rule)) explained.add(one)
  return [...explained]
}

const mistakeOf = ({ rule, key, mistake }: Failure): MistakeText | undefined =>
  mistake ?? Object.entries(rule.mistakes ?? {}).find(([pattern]) => matches(pattern, key))?.[1]

const thrownToo = ' It answers with a server error, or closes the connection, as code that throws does.'

const foundOf = (
  text: MistakeText,
  fix: string,
  own: readonly Failure[],
  thrown: readonly Failure[],
): Found => {
  const [mistake, ownFix = fix] = typeof text === 'string' ? [text] : text
  const [name = '', sentence = ''] = mistake.split(/: (.*)/)
  // A sentence that ends in a colon continues with the observation.
  const title = sentence.endsWith(':') ? `${sentence} ${own[0]?.message ?? 'see the finding'}.` : sentence
  const whole = thrown.length > 0 ? title + thrownToo : title
  return { name, title: whole, fix: ownFix, explains: [...own, ...thrown] }
}

/** Finds the causes of failures, each of which is explained once. */
class Causes {
  readonly found: Found[] = []
  readonly #failures: readonly Failure[]
  /** Exceptions at deliveries that a failed case judges too: the cause of its failure explains them. */
  readonly #echoes: readonly Failure[]
  #left: readonly Failure[]

  constructor(failures: readonly Failure[]) {
    const texts = new Set(failures.map(textOf))
    this.#failures = failures
    this.#echoes = failures.filter((one) => isException(one) && texts.has(thrownAt(one)))
    this.#left = failures.filter((one) => !this.#echoes.includes(one))
  }

  /** Causes that are recognized by failures of several rules. */
  findPatterns(patterns: ReturnType<typeof patternsIn>): void {
    for (const { mistake, fix, when, unless, explains } of patterns) {
      const isSeen = (pattern: string, among: readonly Failure[]): boolean =>
        among.some((one) => matches(pattern, textOf(one)))
      if (!when.every((pattern) => isSeen(pattern, [...this.#left, ...this.#echoes]))) continue
      if (unless.some((pattern) => isSeen(pattern, this.#failures))) continue
      const own = this.#left.filter((one) => explains.some((pattern) => matches(pattern, textOf(one))))
      if (own.length > 0) this.#explain(mistake, fix, own)
    }
  }

  /** For each failed rule that no other failed rule implies, its first case that names a mistake. */
  findRules(isWanted: (failure: Failure) => boolean): void {
    for (let wanted = this.#left.filter(isWanted); wanted[0]; wanted = this.#left.filter(isWanted)) {
      const rules = [...new Set(wanted.map((one) => one.rule))]
      const isImplied = (one: Failure): boolean =>
        rules.some((rule) => rule !== one.rule && isImpliedBy(one, rule))
      const { rule } = wanted.find((one) => !isImplied(one)) ?? wanted[0]
      const own = wanted.filter((one) => one.rule === rule).toSorted((a, b) => +isImplied(a) - +isImplied(b))
      const named = own.find((one) => mistakeOf(one) !== undefined) ?? own[0]
      const text = (named && mistakeOf(named)) ?? rule.mistake ?? `${nameOf(rule)}: ${rule.statement}`
      const rest = impliedBy(rule, this.#left).filter((one) => one !== named)
      this.#explain(text, rule.fix, [...(named ? [named] : []), ...rest])
    }
  }

  #explain(text: MistakeText, fix: string, own: readonly Failure[]): void {
    const behind = this.#echoes.filter((echo) => own.some((one) => textOf(one) === thrownAt(echo)))
    this.#left = this.#left.filter((one) => !own.includes(one))
    this.found.push(foundOf(text, fix, own, behind))
  }
}

/** The fewest causes of the failed cases: those that several rules show, those of single rules, then those of exceptions. */
export function mistakesOf(failures: readonly Failure[]): readonly Found[] {
  const causes = new Causes(failures)
  // A receiver that refuses some right signatures fails other cases by chance.
  for (const name of ['consistent', 'every-digest']) causes.findRules((one) => nameOf(one.rule) === name)
  causes.findPatterns(commonCauses)
  causes.findRules((one) => !isException(one))
  causes.findPatterns(exceptions)
  causes.findRules(isException)
  return causes.found
}

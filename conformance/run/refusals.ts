import { isObject, keysOf, listOf } from '../../document/index.js'
import { parsedJson } from '../exchange/exchange.js'

/** The requirement of a refusal for one value. */
export type Want =
  | { readonly kind: 'values'; readonly values: readonly string[] }
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'bounds'; readonly least?: number; readonly most?: number }
  | { readonly kind: 'present' | 'absent' | 'lower' }

/** A complaint of a refusal, with the names that lead to the value, outermost first; empty where it names none. */
export interface Complaint {
  readonly at: readonly string[]
  readonly text: string
  readonly want?: Want
}

/** The values of a list in prose: `'a', 'b' or 'c'`, `[1.0 1.1]`, `a | b`. */
const listedIn = (list: string): string[] => {
  const text = list
    .replace(/[,;.]?\s*\(?(?:but |instead )?(?:received|got|found|was|given)\b.*$/is, '')
    .trim()
  const inside = /^[[({](?<items>[^\])}]*)[\])}]/.exec(text)?.groups?.['items']
  const items = (inside ?? text).split(/\s*(?:,|\||\bor\b|\band\b)\s*/)
  const all = items.length === 1 && inside !== undefined ? inside.split(/\s+/) : items
  return all.map((item) => item.trim().replaceAll(/^["'`]+|["'`.]+$/g, '')).filter((item) => item !== '')
}

/** A long text is a sentence rather than a value. */
const isValue = (text: string): boolean => text.length <= 60 && text.split(' ').length <= 3

/** Sample texts for formats named in prose, specific ones first. */
const forms: readonly (readonly [RegExp, string])[] = [
  [/yyyy-mm-dd[t ]+hh|rfc ?-?3339|iso ?-?8601|date-?time|timestamp/i, '2026-01-15T10:00:00Z'],
  [/yyyy-mm-dd|\bdate\b/i, '2026-01-15'],
  [/\b(uuid|guid)/i, '3f2b8a54-6c1d-4e7f-9a0b-5d4c3b2a1f00'],
  [/e-?mail/i, 'sample@example.com'],
  [/\bur[il]\b/i, 'https://example.com/'],
  [/ipv6/i, '2001:db8::1'],
  [/ipv4|\bip\b/i, '192.0.2.1'],
  [/host ?name|domain name|fqdn/i, 'example.com'],
  [/semver|semantic version/i, '1.0.0'],
  [/\bcron\b/i, '0 0 * * *'],
  [/base64/i, 'c2FtcGxl'],
  [/country code/i, 'DE'],
  [/currency/i, 'EUR'],
  [/phone|e\.?164/i, '+4915112345678'],
  [/time ?zone/i, 'UTC'],
  [/\bjson\b/i, '{}'],
  [/\b(?:integer|numeric|valid (?:number|float|decimal))\b/i, '1'],
  [/\bboolean\b/i, 'true'],
]

type Groups = Readonly<Record<string, string | undefined>>

/** Turns the groups of a pattern in `rows` into a requirement; undefined where they do not fit. */
const wants = {
  values: ({ list = '' }: Groups): Want | undefined => {
    const values = listedIn(list)
    return values.length > 0 && values.every(isValue) ? { kind: 'values', values } : undefined
  },
  pattern: ({ pattern = '' }: Groups): Want => ({
    kind: 'pattern',
    pattern: pattern.replace(/^(["'`/])(.*)\1$/s, '$2'),
  }),
  words: ({ list = '' }: Groups): Want => ({ kind: 'values', values: list.split(' ') }),
  bounds: ({ least, most, over, under, exact }: Groups): Want => ({
    kind: 'bounds',
    ...(exact !== undefined && { least: Number(exact), most: Number(exact) }),
    ...(least !== undefined && { least: Number(least) }),
    ...(most !== undefined && { most: Number(most) }),
    ...(over !== undefined && { least: Number(over) + 1 }),
    ...(under !== undefined && { most: Number(under) - 1 }),
  }),
  positive: (): Want => ({ kind: 'bounds', least: 1 }),
  natural: (): Want => ({ kind: 'bounds', least: 0 }),
  absent: (): Want => ({ kind: 'absent' }),
  present: (): Want => ({ kind: 'present' }),
  lower: (): Want => ({ kind: 'lower' }),
  form: ({ form = '' }: Groups): Want | undefined => {
    const found = forms.find(([words]) => words.test(form))
    return found && { kind: 'text', text: found[1] }
  },
} as const

/** Patterns for the error messages of frameworks; the first match counts. The group `name` is the subject. */
const rows: readonly (readonly [keyof typeof wants, RegExp])[] = [
  [
    'absent',
    /(?:extra (?:inputs|fields)|additional propert\w+).*not (?:permitted|allowed)(?: \('(?<name>[\w.-]+)')?|not have additional propert/i,
  ],
  [
    'absent',
    /(?:unknown|unrecognized|unexpected) (?:field|propert|key|parameter|argument)[\w()]*(?: in object)?:? ?["'`]?(?<name>[\w.-]+)?/i,
  ],
  ['absent', /["'`]?\b(?<name>[\w.-]+)["'`]? (?:should not exist|is not allowed)$/i],
  [
    'absent',
    /\b(?:can ?not|can't|must not|may not) (?:be )?(?:change|set|modify|update|edit)(?: the)?(?: value of)?(?: the)? ["'`](?<name>[\w.-]+)["'`]/i,
  ],
  [
    'absent',
    /["'`](?<name>[\w.-]+)["'`](?: \w+)? (?:is (?:read-?only|immutable)|(?:can ?not|can't|must not|may not) be (?:changed|set|modified|updated|edited))\b/i,
  ],
  [
    'values',
    /be (?:exactly )?(?:equal to )?(?:one|any|either) of(?: the)?(?: following| allowed| accepted)?(?: values)?:?\s*(?<list>(?!the |allowed |values)\S.*)/is,
  ],
  ['values', /be in (?:the )?(?:list|set|enum)? ?(?:of )?:? ?(?<list>[[({].+)/is],
  ['values', /input should be (?<list>['"].+)/is],
  [
    'values',
    /(?:permitted|(?:allowed|valid|accepted|supported|possible|available|legal) (?:values?|options?|choices?|types?))(?: are| is| include)?:? (?<list>.+)/is,
  ],
  ['values', /expected (?:one of )?(?<list>["'`].+)/is],
  ['values', /is not (?:one of|in|among) (?<list>[[("'`].+)/is],
  ['values', /(?:enumeration|enum class):? (?<list>\[.+?\])/is],
  ['words', /\boneof=(?<list>\S+(?: \S+)*)/],
  [
    'bounds',
    /\b(?:(?:min|gte)=(?<least>-?\d+)|(?:max|lte)=(?<most>-?\d+)|gt=(?<over>-?\d+)|lt=(?<under>-?\d+)|len=(?<exact>\d+))/,
  ],
  ['pattern', /(?:match|regexp?|pattern)\b[^"'`/^]*(?<pattern>"[^"]+"|'[^']+'|`[^`]+`|\/\S+\/|\^\S*\$)/i],
  [
    'bounds',
    /(?:between|range|from) \[?(?<least>-?\d+(?:\.\d+)?)\W+(?:and\W+|to\W+)?(?<most>-?\d+(?:\.\d+)?)/i,
  ],
  [
    'bounds',
    /(?:at most|no more than|less than or equal to|<=|not (?:be |have )?(?:exceed|(?:greater|longer|larger|more|higher) than)|maximum(?: \w+)?(?: is| of|:)|max(?:imum)?) (?<most>-?\d+(?:\.\d+)?)/i,
  ],
  [
    'bounds',
    /(?:at least|no (?:less|fewer) than|greater than or equal to|>=|not (?:be |have )?(?:less|shorter|smaller|lower|fewer) than|minimum(?: \w+)?(?: is| of|:)|min(?:imum)?) (?<least>-?\d+(?:\.\d+)?)/i,
  ],
  ['bounds', /(?:less|lower|smaller|fewer|shorter) than (?<under>-?\d+)/i],
  ['bounds', /(?:greater|larger|more|higher|longer) than (?<over>-?\d+)/i],
  ['natural', /\b(?:non-?negative|not (?:be )?negative)\b/i],
  ['positive', /\bbe (?:a )?positive\b/i],
  [
    'present',
    /(?:missing|have|provide|specify)(?: data for)?(?: the| an?)? ?(?:required )?(?:propert\w+|field|parameter|member|argument|key)s?\.?[: ]*[(["'`]*(?<name>[\w.-]+)?/i,
  ],
  [
    'present',
    /["'`](?<name>[\w.-]+)["'`] (?:is (?:a )?required|(?:is |was )?(?:not present|missing|absent)\b)|["'`](?<name2>[\w.-]+)["'`] (?:can ?not|can't|must not|may not) be (?:blank|empty|null)/i,
  ],
  [
    'present',
    /^(?:the |parameter |property )?["'`]?(?<name>[\w.-]+)["'`]?(?: field| parameter| property)? (?:is|are) required/i,
  ],
  ['present', /\bfield ["'`](?<name>[\w.-]+)["'`]\W+(?:\w+ )?(?:is )?required/i],
  [
    'present',
    /\b(?:at least one|one|either)(?: of)? ["'`([]*(?<name>(?!the |of |these )[\w.-]+)[^.;]*? (?:must|should|has to|have to|needs? to) be (?:supplied|provided|specified|given|present|set|passed)/i,
  ],
  [
    'present',
    /\b(?:provide|specify|supply|pass|include) (?:at least one of|(?:exactly )?one of|either) ["'`([]*(?<name>(?!the |these )[\w.-]+)/i,
  ],
  ['present', /required|(?:can ?not|can't|must not|may not|should not) be (?:blank|empty|null)|is missing/i],
  ['lower', /\b(?:be|only|in|use|of|only (?:contain|have|include)s?) (?:all )?lower-? ?case/i],
  ['form', /^(?<form>json) (?:is |was )?(?:not valid|invalid)/i],
  ['form', /(?:valid|invalid|format\w*|be|expected?|not an?|use one of)\b(?<form>.{0,80})/is],
]

const segmentsOf = (location: unknown): string[] => {
  if (Array.isArray(location)) return location.map(String)
  if (typeof location !== 'string') return []
  const text = location.replace(/^#|^\$\.?/, '')
  return text.startsWith('/') ? keysOf(text) : text.split(/[.[\]/]+/).filter((one) => one !== '')
}

/** Names of members with the location of an error, its message, or the allowed values. */
const locations =
  /^(loc|path|field|fieldName|param|parameter|name|pointer|property|propertyPath|property_path|fieldPath|instancePath|dataPath|attribute|attr|key|source)$/
const messages =
  /^(msg|message|messages|detail|description|desc|reason|title|error|errors|cause|exception_message|params|ctx|extensions)$/
/** Members with the code of an error, beside the name of the member that it is about. */
const codes = /^(type|code|kind|rule|keyword)$/
const subject = /^(loc|path|field|fieldName|param|parameter|pointer|property)$/
const allowed = /^(allowedValues|allowed_values|permitted|enum|enum_values|options|choices)$/

/** The location that a validator of JSON Schema writes before its message: `I[#/traits] S[#/required]`, `at '/traits':`. */
const located = /^(?:I\[#|(?:\S+ ){0,6}at ['"])(\/[^\]'"\s]*)[\]'"]/

const complaintOf = (above: readonly string[], text: string): Complaint => {
  const [, pointer] = located.exec(text) ?? []
  const at = pointer === undefined ? above : keysOf(pointer)
  for (const [kind, means] of rows) {
    const groups = means.exec(text)?.groups
    const want = groups === undefined && !means.test(text) ? undefined : wants[kind](groups ?? {})
    if (want === undefined) continue
    const name = groups?.['name'] ?? groups?.['name2']
    // The location is that of the object if a member is missing or undeclared.
    // In quotes, such a word is the name of a member.
    const isWord = /^(this|field|it|value)$/i.test(name ?? '') && !text.includes(`"${name}"`)
    const isNamed = name !== undefined && at.at(-1) !== name && !isWord
    return { at: isNamed ? [...at, ...segmentsOf(name)] : at, text, want }
  }
  return { at, text }
}

/** The class of an error, which may be in a member `name`, as a location may be. */
const errorClass = /^[A-Z]\w*(?:Error|Exception)$/

/** The names in the location of an error: a pointer, a path, a list, or an object with one of those. */
const locationOf = (location: unknown): string[] => {
  const segments = isObject(location) ? Object.values(location).flatMap(segmentsOf) : segmentsOf(location)
  return segments.filter((one) => !errorClass.test(one))
}

const mostComplaints = 40
const longestText = 600

const read = (value: unknown, at: readonly string[], found: Complaint[]): void => {
  if (found.length >= mostComplaints) return
  if (typeof value === 'string') found.push(complaintOf(at, value.slice(0, longestText)))
  for (const item of listOf(value)) read(item, at, found)
  if (!isObject(value)) return
  const entries = Object.entries(value)
  const isWord = (one: unknown): boolean => typeof one === 'string' && !one.includes(' ')
  const isCode = ([key, one]: readonly [string, unknown]): boolean => codes.test(key) && isWord(one)
  const isCoded =
    entries.some(([key, one]) => subject.test(key) && !Array.isArray(one)) && entries.some(isCode)
  const isError = isCoded || entries.some(([key]) => messages.test(key))
  const isLocation = (key: string): boolean => isError && locations.test(key)
  const location = entries.flatMap(([key, one]) => (isLocation(key) ? locationOf(one) : []))
  const own = location.length > 0 ? location : at
  for (const [key, one] of entries) {
    if (isLocation(key)) continue
    if (allowed.test(key) && Array.isArray(one))
      found.push({ at: own, text: '', want: { kind: 'values', values: one.map(String) } })
    else read(one, messages.test(key) || (isCoded && isCode([key, one])) ? own : [...own, key], found)
  }
}

/** The complaints in a refusal: plain text, or messages with locations, as frameworks and RFC 9457 write them. */
export function complaintsIn(body: string): readonly Complaint[] {
  const found: Complaint[] = []
  read(parsedJson(body) ?? body, [], found)
  return found
}

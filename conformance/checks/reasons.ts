import { escapedPattern, isObject } from '../../document/index.js'
import { jsonBody } from '../exchange/exchange.js'
import { nestedScalars, ofExisting } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'

/** Members in which refusals repeat the request. */
const echoes = /^(input|value|rejected_?value|received|request|object_?name)$/i

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, member]) => (echoes.test(name) ? [] : textsIn(member)))
}

/** Names of lists and objects, which may be member names: `{"errors": {"name": ["is too long"]}}`. */
const holdersIn = (value: unknown): string[] => {
  if (Array.isArray(value)) return value.flatMap(holdersIn)
  if (!isObject(value)) return []
  const holders = Object.entries(value).filter(([name, one]) => typeof one === 'object' && !echoes.test(name))
  return [...holders.map(([name]) => name), ...holders.flatMap(([, one]) => holdersIn(one))]
}

/** Matches a name in every spelling: `petName`, `pet_name` and `pet-name`. */
export function spellings(name: string): RegExp {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')
  if (words.length === 0) return /(?!)/g
  return new RegExp(`(?<![A-Za-z])${words.join(String.raw`[\s_.:-]*`)}(?![A-Za-z])`, 'gi')
}

/** Matches a name with what it is in: `Item.Name`, `body/name`. */
const placed = (name: string): RegExp =>
  new RegExp(String.raw`(?:[\w[\]$]+[./])*${spellings(name).source}`, 'gi')

const names = (text: string, name: string): boolean => text.search(spellings(name)) !== -1

/** Words that errors use themselves, so as member names they prove nothing. */
const common = /^(type|name|message|code|status|title|value|data|error|field|body|query|id)$/i

/**
 * Words of refusals that depend on more than the value: existing data, other things and members, the clock, the
 * account, the state of a thing. A schema cannot express these, so the document is not wrong to allow the value.
 */
const beyond = new RegExp(
  [
    ofExisting.source,
    String.raw`not found|no such|\bunknown\b|could ?n.t (find|resolve)|unresolv|\breferenc|foreign key`,
    String.raw`\bpast\b|\bfuture\b|expired?\b|\bbefore\b|\bafter\b|\bearlier\b|\blater\b|\btoday\b|\bnow\b`,
    String.raw`transition|\bstate\b|current(ly)?\b|cannot be changed|immutable|read.?only|\blocked\b|closed|archived`,
    String.raw`permission|not allowed for|for (this|your)\b|\baccount\b|\bplan\b|subscription|quota|licen[cs]e|eligib`,
    String.raw`enabled|disabled|configur|\bavailable\b|insufficient|not enough|balance|\bstock\b|exceeded`,
    String.raw`either|at least one of|one of the (following )?fields|both|together|combin|exclusive|depend|mismatch`,
    String.raw`inconsisten|incompatib|contradict|correspond|belong|\bagrees?\b|non.?field`,
    String.raw`does not match (the )?[a-z]+ (of|in)\b|does not match the (?!.*\b(pattern|format|expression|regex|schema|type|rule|enum))|\bfits?\b|\bunless\b|\bwhen\b|\bif\b|only (valid )?(with|for|in)\b|\bfor [^.;,]+ only\b|along with|same as`,
    String.raw`credential|password|checksum|signature|\btoken\b|captcha|nothing to|no (changes|fields)`,
  ].join('|'),
  'i',
)

/** A member that the service does not have, though the document declares it. */
const ofUnknownMember =
  /\bunknown (field|key|property|member|attribute|parameter)\b|\b(property|field) +should not exist\b|unexpected token/gi

/** Sentences about the request as a whole. */
const ofRequest =
  /\b(failed|unable|could ?n.t|could not|cannot|error (while|when)) (to )?(creat|updat|sav|process|handl)(e|ing)( [\w-]+){0,2}(?= ?([.:;\n]|$))|\bvalidation (failed|error)s? for (object|argument|class) ?\S*/gi

/** Addresses, pointers, ids, times, names of classes and quoted patterns. */
const noWords = [
  /\b(https?|urn):\S+|\babout:blank\b/g,
  /(?<![\w"'])[#/$][^\s"']*/g,
  /\b(?=[\w:.-]*\d[\w:.-]*\d)(?=[\w:.-]*[-:])[\w:.-]{8,}/g,
  /\b[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)+/g,
  /(["'`/])(?=\S*[[\]^$\\+*{}])\S+\1/g,
]

/** Words of refusals that give no reason. */
const ofSpeech = new Set(
  `a an and any argument arguments as at attribute attributes bad be because been body but by caused client code column
  count data detail details did didn do does doesn entity err error errors exception fail failed failing fails
  failure field fields following for from fst got has have header html http in input inputs instance into is issue
  issues it item its json key line make may member message name object occurred of on one or param parameter
  parameters params path payload please problem property provide query received request response status sure that
  the there this to unprocessable us validate validation validator value values violation violations was were with
  wrong you your zod`.split(/\s+/),
)

/**
 * Words by which validators refuse the form of a value: FastAPI, Zod, Ajv, Spring, Joi, class-validator,
 * Rails, Django REST, Laravel, express-validator, Go, .NET, protobuf and PocketBase.
 */
const ofForm = new Set(
  `acceptable accepted additional all allowed alpha alphabetic alphanumeric array ascii between big bigger bind blank
  bool boolean bound bounds byte bytes can cannot cast char character characters chars choice choices choose class
  coerce conform conforming constant constraint constraints contain contains content convert converted correct could
  decimal decode defined deserialize digit digits double element elements empty end ends ensure enter entries entry
  enum enumerated enumeration equal equals exact exactly exceed exceeds expect expected expression expressions extra
  false fewer float format formatted found given go greater higher illegal improper included inclusive incorrect
  inside int integer integers invalid isn items keys large larger least length less letter letters limit list listed
  long longer lower lowercase malformed many map match matches matching max maximum min minimum missing more most
  multiple must need needs negative nil no non none not null nullable number numbers numeric option optional options
  out outside over parse parsed parsing pattern permitted place places position positive possible present range
  readable regex regexp regular represent required requires rule runes satisfies satisfy schema select selected set
  shall short shorter should size small smaller smallest specified specify start starts strict strictly string
  strings struct structure supplied supported symbols syntax tag text than too total true type types unacceptable
  undefined under unexpected unmarshal unrecognized unsupported up upper uppercase valid whitespace whitespaces
  within word words zero`.split(/\s+/),
)

const wordsIn = (text: string): string[] =>
  text
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word.length > 1)

/** The longest text and the most texts of a pattern, because a larger one may not compile. */
const [longest, most] = [200, 1_000]

const isShort = (text: string): boolean => text.length <= longest

/** A pattern for any of some texts as whole words. */
const anyOf = (texts: readonly string[]): RegExp =>
  new RegExp(
    String.raw`(?<![\p{L}\d])(?:${texts.filter(isShort).slice(0, most).map(escapedPattern).join('|') || '(?!)'})(?![\p{L}\d])`,
    'giu',
  )

const withoutLong = (text: string, values: readonly string[]): string =>
  values.filter((value) => !isShort(value)).reduce((left, value) => left.replaceAll(value, ' '), text)

export interface Reason {
  /** The refusal, without members that repeat the request. */
  readonly text: string
  /** It names the parameter or member. */
  readonly isNamed: boolean
  /** `beyond`: other data or values; `form`: this value alone; `none`: no reason; `unclear`: other words. */
  readonly is: 'beyond' | 'form' | 'none' | 'unclear'
}

/**
 * Reads the text of a refusal of a value.
 * @param name of its parameter or member
 * @param others names of other parameters and members
 * @param own what a refusal may repeat: the value, and what its schema has for it
 */
export function reasonOf(
  { exchange: { response }, case: { call } }: Observed,
  name: string,
  others: readonly string[],
  own: readonly unknown[],
): Reason {
  const body = jsonBody(response)
  const message = body === undefined ? response.body : textsIn(body).join(' \n')
  const text = body === undefined ? message : [...holdersIn(body), message].join(' \n')
  const isNamed = names(text, name)
  // The member's name itself is no reason.
  const rest = text.replaceAll(spellings(name), ' ').replaceAll(ofUnknownMember, ' ')
  if (beyond.test(rest) || others.some((one) => !common.test(one) && names(text, one)))
    return { text, isNamed, is: 'beyond' }
  const repeated = nestedScalars(own).map(String)
  const numbers = nestedScalars([call.query, call.body?.value])
    .map(String)
    .filter((one) => /^-?\d{2,}/.test(one))
  const isCompared = message.search(anyOf(numbers.filter((one) => !repeated.includes(one)))) !== -1
  const words = wordsIn(
    [ofRequest, anyOf(repeated.filter((one) => /\p{L}/u.test(one))), placed(name), ...noWords].reduce(
      (left, pattern) => left.replaceAll(pattern, ' '),
      withoutLong(message, repeated).replaceAll(ofUnknownMember, ' unexpected '),
    ),
  )
  const isOfForm = words.every((word) => ofForm.has(word) || ofSpeech.has(word))
  if (isCompared || !isOfForm) return { text, isNamed, is: 'unclear' }
  const isReason = words.some((word) => ofForm.has(word)) || /[<>]=?|=/.test(message)
  return { text, isNamed, is: isReason ? 'form' : 'none' }
}

import { isObject } from '../../document/index.js'
import { readJson } from './json-text.js'
import type { Observed } from '../model/observed.js'

/** Members in which refusals repeat what was sent. */
const echoes = /^(input|value|rejected_?value|received|request)$/i

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  const members = Object.entries(value).filter(([name]) => !echoes.test(name))
  // Names of lists and objects may be those of members: `{"errors": {"name": ["is too long"]}}`.
  const holders = members.filter(([, member]) => typeof member === 'object').map(([name]) => name)
  return [...holders, ...members.flatMap(([, member]) => textsIn(member))]
}

/** The words of a refusal, without what it repeats of the request. */
export function refusalText({ exchange: { response } }: Observed): string {
  const read = readJson(response.body)
  return 'value' in read ? textsIn(read.value).join(' \n') : response.body
}

/** The words that a name is made of: `petName`, `pet_name` and `pet-name` are one name. */
const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z\d]+/)
    .filter((word) => word !== '')

const spellings = (name: string): RegExp | undefined => {
  const words = wordsOf(name)
  if (words.length === 0) return undefined
  return new RegExp(`(?<![A-Za-z])${words.join(String.raw`[\s_.-]*`)}(?![A-Za-z])`, 'gi')
}

/** Whether a text has a name in it, however it is spelled. */
export function names(text: string, name: string): boolean {
  return text.search(spellings(name) ?? /(?!)/) !== -1
}

/**
 * Words of refusals that are about more than the value by itself: what there is already, other things and members, the
 * clock, the account, the state that a thing is in. No schema can say these, and a document is not wrong to allow them.
 */
const semantic = new RegExp(
  [
    String.raw`\balready\b|\bexists?\b|\bexisting\b|\bunique|duplicat|\bin use\b|\btaken\b|\bconflict`,
    String.raw`not found|no such|\bunknown\b|could ?n.t (find|resolve)|unresolv|\breferenc|foreign key`,
    String.raw`\bpast\b|\bfuture\b|expired?\b|\bbefore\b|\bafter\b|\bearlier\b|\blater\b|\btoday\b|\bnow\b`,
    String.raw`transition|\bstate\b|current(ly)?\b|cannot be changed|immutable|read.?only|\blocked\b|closed|archived`,
    String.raw`permission|not allowed for|for (this|your)\b|\baccount\b|\bplan\b|subscription|quota|licen[cs]e`,
    String.raw`enabled|disabled|configur|\bavailable\b|insufficient|not enough|balance|\bstock\b|exceeded`,
    String.raw`either|at least one of|one of the (following )?fields|both|together|combin|exclusive|depend|mismatch`,
    String.raw`does not match (the )?[a-z]+ (of|in)\b|\bunless\b|\bwhen\b|\bif\b|only (valid )?(with|for|in)\b|along with|same as`,
    String.raw`credential|password|checksum|signature|\btoken\b|captcha|nothing to|no (changes|fields)`,
  ].join('|'),
  'i',
)

/** Whether a refusal speaks of something that no schema can say. The name of the member is no word of it. */
export function isSemantic(text: string, name: string): boolean {
  return semantic.test(text.replaceAll(spellings(name) ?? /(?!)/g, ' '))
}

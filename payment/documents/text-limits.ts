import type { JsonSchemaObject } from '../../runtime/json-schema.js'

/** The limits that the specification gives a text: its length, its pattern, or both. */
export interface TextLimit {
  readonly min?: number
  readonly max?: number
  readonly pattern?: RegExp
}

type Keywords = Pick<JsonSchemaObject, 'minLength' | 'maxLength' | 'pattern'>

const matches = (pattern: string, text: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return true
  }
}

/** Longer texts show nothing more, and patterns of others may take long on them. */
const longest = 400

/** Texts made of one character that is right, in lengths around the limits, and with one other character in them. */
const samples = ({ min = 0, max = 12, pattern }: TextLimit): readonly string[] => {
  const filling = ['A', '1'].find((letter) => pattern?.test(letter.repeat(min)) !== false) ?? 'A'
  const lengths = [min - 1, min, min + 1, max - 1, max, max + 1].filter((one) => one >= 0 && one <= longest)
  const length = Math.max(min, 3)
  const others = [
    'a',
    'Z',
    '0',
    '9',
    ' ',
    '/',
    '-',
    '?',
    ':',
    '(',
    ')',
    '.',
    '+',
    '_',
    '#',
    'é',
    ',',
    '@',
    '\n',
  ]
  return [
    ...lengths.map((one) => filling.repeat(one)),
    // In the middle, where no engine takes a line break for the end of the text.
    ...others.map((other) => filling.repeat(length - 2) + other + filling),
  ]
}

const isDue = ({ min = 0, max = longest, pattern }: TextLimit, text: string): boolean =>
  text.length >= min && text.length <= max && pattern?.test(text) !== false

/** True where the limits of a document let a text pass. */
export function keepsText({ minLength = 0, maxLength = Infinity, pattern }: Keywords, text: string): boolean {
  return (
    text.length >= minLength && text.length <= maxLength && (pattern === undefined || matches(pattern, text))
  )
}

const isOfLength = ({ min = 0, max = longest }: TextLimit, { length }: string): boolean =>
  length >= min && length <= max

/** The keyword of a document that would be the one to refuse a text, by what is wrong with it. */
const speaksOf = (keywords: Keywords, limit: TextLimit, text: string): boolean => {
  // A pattern that limits the length by itself, as some of the specification do, is to do so in documents too.
  const isOfPattern = isOfLength(limit, text) || limit.pattern?.test(text) === false
  if (isOfPattern && keywords.pattern !== undefined) return true
  if (isOfLength(limit, text)) return false
  return text.length < (limit.min ?? 0) ? keywords.minLength !== undefined : keywords.maxLength !== undefined
}

/**
 * How the limits that a document gives a text differ from those of the specification, shown by texts: patterns may be
 * written in many ways. `stricter` and `looser` are limits that contradict; `silent` is one that is not given.
 */
export function limitsDiffer(
  keywords: Keywords,
  limit: TextLimit,
): 'stricter' | 'looser' | 'silent' | undefined {
  let isSilent = false
  for (const text of samples(limit)) {
    const [kept, due] = [keepsText(keywords, text), isDue(limit, text)]
    if (!kept && due) return 'stricter'
    if (kept && !due && speaksOf(keywords, limit, text)) return 'looser'
    isSilent ||= kept && !due
  }
  return isSilent ? 'silent' : undefined
}

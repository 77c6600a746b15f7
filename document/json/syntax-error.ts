/** Why a text could not be read, and where. */
export class TextSyntaxError extends Error {
  override readonly name = 'TextSyntaxError'

  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(reason)
  }
}

// JSON.parse reports no reliable offset: its messages differ between Node releases.
const tokenPattern =
  /[\t\n\r ]*(?:([{}[\]:,])|(true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])|("))?/y
const escapeSequence = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'next' | 'end'

const wanted: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  key: 'a name in double quotes',
  'key or }': 'a name in double quotes or }',
  ':': 'a colon',
  next: 'a comma or the end of this object or list',
  end: 'nothing more',
}

const takesValue = (expected: Expected): boolean => expected === 'value' || expected === 'value or ]'
const takesKey = (expected: Expected): boolean => expected === 'key' || expected === 'key or }'

/**
 * The offset after the closing quote.
 * @throws TextSyntaxError at the first character that a string must not contain
 */
const endOfString = (text: string, start: number): number => {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) throw new TextSyntaxError('has a control character inside of a string', at)
    if (code === 0x5c) {
      escapeSequence.lastIndex = at
      if (!escapeSequence.test(text)) throw new TextSyntaxError('has a wrong escape inside of a string', at)
      at = escapeSequence.lastIndex
    } else at += 1
  }
  throw new TextSyntaxError('ends inside of a string', text.length)
}

/** The token expected after `token`, or undefined if `token` is not allowed here. Pushes to and pops from `stack`. */
const step = (token: string, expected: Expected, stack: string[]): Expected | undefined => {
  const afterValue = (): Expected => (stack.length === 0 ? 'end' : 'next')
  if (token === '{' || token === '[') {
    if (!takesValue(expected)) return undefined
    stack.push(token)
    return token === '{' ? 'key or }' : 'value or ]'
  }
  if (token === '}' || token === ']') {
    const open = stack.at(-1) === (token === '}' ? '{' : '[')
    if (!open || (expected !== 'next' && !expected.endsWith(token))) return undefined
    stack.pop()
    return afterValue()
  }
  if (token === ':') return expected === ':' ? 'value' : undefined
  if (token === ',') return expected === 'next' ? (stack.at(-1) === '{' ? 'key' : 'value') : undefined
  if (token === '"' && takesKey(expected)) return ':'
  return takesValue(expected) ? afterValue() : undefined
}

/** Finds the first syntax error in a text that JSON.parse rejected. */
export function findJsonError(text: string): TextSyntaxError {
  const stack: string[] = []
  let expected: Expected = 'value'
  let at = 0
  try {
    for (;;) {
      tokenPattern.lastIndex = at
      const match = tokenPattern.exec(text)
      const token = match?.[1] ?? match?.[2] ?? match?.[3]
      const start = at + (match?.[0].length ?? 0) - (token?.length ?? 0)
      const next: Expected | undefined = token === undefined ? undefined : step(token, expected, stack)
      if (token === undefined || next === undefined) {
        const found = start >= text.length ? 'ends' : 'is not valid JSON'
        return new TextSyntaxError(`${found} where ${wanted[expected]} is expected`, start)
      }
      expected = next
      at = token === '"' ? endOfString(text, start + 1) : start + token.length
    }
  } catch (error) {
    if (error instanceof TextSyntaxError) return error
    throw error
  }
}

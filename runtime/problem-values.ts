const longest = 60

const secretName =
  /secret|token|passw|api[-_ ]?key|private[-_ ]?key|authori[sz]ation|credential|signature|cookie|^pin$|^otp$|^cvv$|^cvc$|^ssn$/i
const secretStart = /^(?:whsec_|[srp]k_|gh[pousr]_|xox[a-z]-|Bearer |Basic |eyJ)|-----BEGIN/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

// Long single words that mix letters and digits, which are most likely keys or tokens.
const isRandom = (text: string): boolean =>
  text.length >= 20 &&
  text.length <= 10_000 &&
  /^[\w+/=.-]+$/.test(text) &&
  /\d/.test(text) &&
  /[a-z]/i.test(text)

/** Whether a text may be a key, a token or a password, by the name of its location or by its form. */
const isSecret = (text: string, path: readonly (string | number)[]): boolean => {
  if (path.some((segment) => secretName.test(String(segment)))) return true
  return secretStart.test(text) || (isRandom(text) && !uuid.test(text) && !/^\d{4}-\d\d-\d\dT/.test(text))
}

const shortenedText = (text: string): string => {
  if (text.length <= longest) return text
  // Does not cut a surrogate pair in half.
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A value as JSON, shortened if it is long. */
export function quoted(value: unknown): string {
  const text =
    typeof value === 'string'
      ? JSON.stringify(shortenedText(value))
      : (JSON.stringify(value) ?? String(value))
  return typeof value === 'string' ? text : shortenedText(text)
}

/** Lists values, only the first ones if there are many. */
export function listed(values: readonly unknown[], word: 'or' | 'and' = 'or'): string {
  const shown = values.slice(0, 8).map(quoted)
  if (values.length > shown.length) return `${shown.join(', ')} ${word} ${values.length - shown.length} more`
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`
}

/** The JSON type of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (value === undefined) return 'missing'
  return `a ${typeof value}`
}

/** The found value for the end of a sentence: short values as they are, and never one that looks secret. */
export function found(value: unknown, path: readonly (string | number)[]): string {
  if (typeof value === 'string') {
    return isSecret(value, path) ? `a string of ${value.length} characters` : quoted(value)
  }
  const isShown = typeof value === 'number' || typeof value === 'boolean'
  return isShown && !isSecret('', path) ? String(value) : kindOf(value)
}

const longest = 60

const secretName =
  /secret|token|passw|api[-_ ]?key|private[-_ ]?key|authori[sz]ation|credential|signature|cookie|^pin$|^otp$|^cvv$|^cvc$|^ssn$/i
const secretStart = /^(?:whsec_|[srp]k_|gh[pousr]_|xox[a-z]-|Bearer |Basic |eyJ)|-----BEGIN/
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

// Long, of one word, letters and digits mixed: what keys and tokens look like, and little else.
const isRandom = (text: string): boolean =>
  text.length >= 20 &&
  text.length <= 10_000 &&
  /^[\w+/=.-]+$/.test(text) &&
  /\d/.test(text) &&
  /[a-z]/i.test(text)

/** True for text that may be a key, a token or a password, by the name of its place or by its own look. */
export function isSecret(text: string, path: readonly (string | number)[]): boolean {
  if (path.some((segment) => secretName.test(String(segment)))) return true
  return secretStart.test(text) || (isRandom(text) && !uuid.test(text) && !/^\d{4}-\d\d-\d\dT/.test(text))
}

const cut = (text: string): string => {
  if (text.length <= longest) return text
  // Not between the two halves of a character.
  return `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…`
}

/** A value of a document in quotes, as JSON has it, cut when it is long. */
export function quoted(value: unknown): string {
  const text =
    typeof value === 'string' ? JSON.stringify(cut(value)) : (JSON.stringify(value) ?? String(value))
  return typeof value === 'string' ? text : cut(text)
}

/** Several values of a document, the first of them when there are many. */
export function listed(values: readonly unknown[], word: 'or' | 'and' = 'or'): string {
  const shown = values.slice(0, 8).map(quoted)
  if (values.length > shown.length) return `${shown.join(', ')} ${word} ${values.length - shown.length} more`
  const last = shown.pop() ?? ''
  return shown.length === 0 ? last : `${shown.join(', ')} ${word} ${last}`
}

/** The kind of a value in JSON's words. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object') return 'an object'
  if (value === undefined) return 'missing'
  return `a ${typeof value}`
}

/** The found value, for the end of a sentence: short ones as they are, and never one that looks secret. */
export function found(value: unknown, path: readonly (string | number)[]): string {
  if (typeof value === 'string') {
    return isSecret(value, path) ? `a string of ${value.length} characters` : quoted(value)
  }
  const isShown = typeof value === 'number' || typeof value === 'boolean'
  return isShown && !isSecret('', path) ? String(value) : kindOf(value)
}

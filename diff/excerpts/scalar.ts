const longest = 90
const shownBefore = 24

const cut = (text: string): string => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text)

// Text that stays the same without quotes in YAML; all other text is quoted.
const isPlain = (text: string): boolean =>
  /^[\p{L}_$/^{][\p{L}\p{N} _./+(){}$^-]*$/u.test(text) &&
  !/^(true|false|null|yes|no|on|off)$/i.test(text) &&
  !text.endsWith(' ')

/** A name or a text on one line, quoted as YAML needs it. */
export function plainText(text: string): string {
  return isPlain(text) ? cut(text) : cut(JSON.stringify(text))
}

/** A scalar on one line. */
export function scalarText(value: unknown): string {
  return typeof value === 'string' ? plainText(value) : cut(JSON.stringify(value) ?? 'null')
}

/** Two different texts; long ones are cut to begin shortly before the first difference. */
export function differingTexts(before: string, after: string): readonly [string, string] {
  if (before.length <= longest && after.length <= longest) return [plainText(before), plainText(after)]
  let at = 0
  while (at < before.length && before[at] === after[at]) at += 1
  const start = at <= shownBefore * 2 ? 0 : at - shownBefore
  const from = (text: string): string => `${start > 0 ? '…' : ''}${text.slice(start, start + longest)}`
  const shown = (text: string): string => {
    const rest = text.length > start + longest ? '…' : ''
    return `${JSON.stringify(from(text)).slice(0, longest)}${rest}`
  }
  return [shown(before), shown(after)]
}

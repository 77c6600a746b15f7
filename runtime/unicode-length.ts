/** Length of a string in Unicode code points, as JSON Schema counts it (minLength, maxLength). */
export function unicodeLength(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index++) {
    length++
    const unit = text.charCodeAt(index)
    const isHighSurrogate = unit >= 0xd800 && unit <= 0xdbff
    if (isHighSurrogate && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++
  }
  return length
}

// A character has one or two UTF-16 units, so counting is only needed if the number of units does not decide.

/** Whether a text has more characters than a limit. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && unicodeLength(text) > limit
}

/** Whether a text has fewer characters than a limit. */
export function isShorter(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && unicodeLength(text) < limit)
}

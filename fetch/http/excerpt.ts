/** External text made safe for one line of a terminal, without control or formatting characters. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
}

/** The beginning of a text as one printable line of at most `length` characters. */
export function beginning(text: string, length = 200): string {
  const head = text.slice(0, length * 4)
  const line = printable(head).replace(/\s+/g, ' ').trim()
  return line.length > length || head.length < text.length ? `${line.slice(0, length)}…` : line
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text as it may stand in an element or in a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

/** A value as JSON that no element can be begun or ended by: it stays data inside a script element. */
export const embeddedJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')

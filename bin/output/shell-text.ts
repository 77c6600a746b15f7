const safe = /^[\w@%+=:,./-]+$/

/** An argument that a shell takes as it is. */
export function shellQuoted(text: string): string {
  return safe.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The flag of an option: `--base-url` for `baseUrl`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}

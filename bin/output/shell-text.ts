const safe = /^[\w@%+=:,./-]+$/

/** An argument that needs no quotes in a shell. */
export function shellQuoted(text: string): string {
  return safe.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`
}

/** The flag of an option: `--base-url` for `baseUrl`. */
export function flagOf(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`)}`
}

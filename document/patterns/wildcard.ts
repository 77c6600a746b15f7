/**
 * A pattern in which `*` stands for any text, as an expression for the whole of a text.
 * @param flags `i` where upper and lower case are the same
 */
export function wildcard(pattern: string, flags: '' | 'i' = ''): RegExp {
  const texts = pattern.split('*').map((text) => text.replaceAll(/[.+?^${}()|[\]\\/-]/g, String.raw`\$&`))
  return new RegExp(`^${texts.join('.*')}$`, `s${flags}`)
}

/** Text that is markup already: made by `markup` alone, so that nothing else reaches a page unescaped. */
export class Markup {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  static of(strings: readonly string[], parts: readonly Content[]): Markup {
    return new Markup(strings.map((text, index) => text + rendered(parts[index])).join(''))
  }

  toString(): string {
    return this.#text
  }
}

/** The content of a page: texts are escaped, lists are joined, nothing is left out. */
export type Content = Markup | string | number | undefined | readonly Content[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

const rendered = (part: Content): string => {
  if (part === undefined) return ''
  if (part instanceof Markup) return part.toString()
  return typeof part === 'object' ? part.map(rendered).join('') : escaped(String(part))
}

/** A piece of a page. Everything that is put in is escaped, for elements and quoted attributes, unless it is markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Content[]): Markup {
  return Markup.of(strings, parts)
}

/**
 * Characters that cannot be seen or that turn text around, with combining marks that stand in heaps. Joiners are no
 * part of it: scripts and emoji need them.
 */
const unsafeText = /(?![\n\t\u200C\u200D])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]|(?<=\p{M}{4})\p{M}+/gu

const codes = (text: string): string =>
  Array.from(
    text,
    (letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ')

/** A text from elsewhere as an element shows it: cut at a length, and what cannot be seen told by its number. */
export function visibleText(text: string, longest = Infinity): Markup {
  const part = text.length > longest ? text.slice(0, longest) : text
  const odd = part.match(unsafeText) ?? []
  const rest = text.length - part.length
  return markup`${part
    .split(unsafeText)
    .map((plain, index) => [
      plain,
      odd[index] === undefined ? undefined : markup`<span class="mark">${codes(odd[index])}</span>`,
    ])}${rest === 0 ? undefined : markup`<span class="mark">… ${rest} more characters</span>`}`
}

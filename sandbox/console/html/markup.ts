/** Text that is markup already. Only `markup` creates it, so that no other text reaches a page unescaped. */
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

/** The content of a page: strings are escaped, lists are concatenated. */
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

/** A piece of a page. Interpolated values are escaped for elements and quoted attributes, unless they are markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Content[]): Markup {
  return Markup.of(strings, parts)
}

import { layersOf } from './layers.js'

/** A text that must not be shown, and the text that stands in its place. */
export interface Secret {
  readonly value: string
  readonly mask: string
}

/** Anything shorter stands in too many words, be it a secret or the beginning of one. */
export const shortestInside = 8

/** Whether a secret is taken out only where it is a whole value, which its owner should know. */
export function isShort(secret: string): boolean {
  return secret !== '' && secret.length < shortestInside
}

/** Quotation marks around a secret stay, since those in a text may be the ones of JSON. */
const unquoted = (text: string): string => {
  const inner = text.replaceAll(/^"+|"+$/g, '')
  return isShort(inner) ? text : inner
}

/** How many letters of base64 hold bits of what stands before, by how many bytes of a group of three that is. */
const leads = [0, 2, 3]

/** The letters of base64 that are the same whatever stands before and behind, in both alphabets. */
const base64Of = (text: string): string[] =>
  leads.flatMap((lead, shift) => {
    const all = Buffer.from(' '.repeat(shift) + text).toString('base64')
    const inside = all.slice(lead, all.endsWith('=') ? all.indexOf('=') - 1 : all.length)
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')]
  })

/** The ways in which a secret is written, apart from escapes, which are decoded in the text that is searched. */
export function spellingsOf(value: string): { readonly inBase64: string[]; readonly others: string[] } {
  // Buffers replace halves of surrogate pairs, which encodeURIComponent refuses.
  const whole = Buffer.from(value).toString()
  // Base64 and hexadecimal may be of a text in which the secret is escaped.
  const forms = [whole, JSON.stringify(whole).slice(1, -1), encodeURIComponent(whole)]
  // Decoded as the text is, for secrets that look like escapes, and for UTF-8 that is read byte by byte.
  const plain = forms.flatMap((form) => Array.from(layersOf(form), ({ text }) => unquoted(text)))
  const others = plain
    .filter((text) => !isShort(text))
    .concat(forms.map((form) => Buffer.from(form).toString('hex')))
  return { inBase64: [...new Set(forms.flatMap(base64Of))], others: [...new Set(others)] }
}

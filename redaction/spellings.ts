import { layersOf } from './layers.js'

/** A text that must not be shown, and its mask. */
export interface Secret {
  readonly value: string
  readonly mask: string
}

/** Shorter secrets, or beginnings of secrets, occur in too many words. */
export const shortestInside = 8

/** Whether a secret is only masked as a whole value, which its owner should know. */
export function isShort(secret: string): boolean {
  return secret !== '' && secret.length < shortestInside
}

/** Quotation marks around a secret are kept, because in a text they may be those of JSON. */
const unquoted = (text: string): string => {
  const inner = text.replaceAll(/^"+|"+$/g, '')
  return isShort(inner) ? text : inner
}

/** The number of base64 characters affected by preceding data, by how many bytes of a group of three precede. */
const leads = [0, 2, 3]

/** The base64 characters that do not depend on surrounding data, in both alphabets. */
const base64Of = (text: string): string[] =>
  leads.flatMap((lead, shift) => {
    const all = Buffer.from(' '.repeat(shift) + text).toString('base64')
    const inside = all.slice(lead, all.endsWith('=') ? all.indexOf('=') - 1 : all.length)
    return [inside, inside.replaceAll('+', '-').replaceAll('/', '_')]
  })

/** The spellings of a secret, except for escapes, which are decoded in the searched text. */
export function spellingsOf(value: string): { readonly inBase64: string[]; readonly others: string[] } {
  // Buffers replace lone surrogates, which encodeURIComponent refuses.
  const whole = Buffer.from(value).toString()
  // Base64 and hexadecimal may encode a text in which the secret is escaped.
  const forms = [whole, JSON.stringify(whole).slice(1, -1), encodeURIComponent(whole)]
  // Decoded like the text, for secrets that look like escapes, and for UTF-8 that is decoded byte by byte.
  const plain = forms.flatMap((form) => Array.from(layersOf(form), ({ text }) => unquoted(text)))
  const others = plain
    .filter((text) => !isShort(text))
    .concat(forms.map((form) => Buffer.from(form).toString('hex')))
  return { inBase64: [...new Set(forms.flatMap(base64Of))], others: [...new Set(others)] }
}

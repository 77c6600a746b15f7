/** A text with some of its escapes decoded, and the original offsets of its characters. */
interface Layer {
  readonly text: string
  /** For each offset of `text`, and for its end, the offset in the original; undefined for the original itself. */
  readonly origins: Uint32Array | undefined
}

/** Named escapes such as `&amp;` and `\n`: each name followed by its character. */
const named = String.raw`amp& apos' ast* bsol\ colon: comma, commat@ dollar$ equals= excl! gt> hellip… lbrace{ lcub{
  lowbar_ lpar( lsqb[ lt< num# percnt% period. plus+ quest? quot" rbrace} rcub} rpar) rsqb] semi; sol/ vert|`
const others = ['grave`', 'nbsp ', 'tab\t', 'b\b', 'f\f', 'n\n', 'r\r', 't\t', 'v\v']
const signs = new Map([...named.split(/\s+/), ...others].map((one) => [one.slice(0, -1), one.slice(-1)]))

/** Every repetition is bounded, so that matching takes constant time at each position. */
const escapes = new RegExp(
  String.raw`\\[^\da-z]|\\[bfnrtv]|[\\%]u[\da-f]{4}|\\u\{[\da-f]{1,6}\}|(?:%|\\x)[\da-f]{2}|` +
    String.raw`&#(?:\d{1,9}|x[\da-f]{1,8});|&(?:${[...signs.keys()].join('|')});`,
  'gi',
)

const decoded = (escape: string): string => {
  const sign = signs.get(escape.replaceAll(/[\\&;]/g, '').toLowerCase())
  if (sign !== undefined || escape.length === 2) return sign ?? escape.charAt(1)
  const [digits = ''] = /[\da-f]+(?=[;}]?$)/i.exec(escape) ?? []
  const code = Number.parseInt(digits, /^&#\d/.test(escape) ? 10 : 16)
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : '\uFFFD'
}

/** A layer with its escapes decoded once, in a buffer: slices of the text take five times longer. */
const unescaped = ({ text, origins }: Layer): Layer => {
  const letters = Buffer.allocUnsafe(2 * text.length)
  const next = new Uint32Array(text.length + 1)
  let [done, length] = [0, 0]
  const put = (code: number): void => {
    letters[2 * length] = code
    letters[2 * length + 1] = code >> 8
    next[length++] = origins?.[done] ?? done
  }
  for (const { 0: escape, index } of text.matchAll(escapes)) {
    for (; done < index; done++) put(text.charCodeAt(done))
    const letter = decoded(escape)
    for (let unit = 0; unit < letter.length; unit++) put(letter.charCodeAt(unit))
    done += escape.length
  }
  for (; done <= text.length; done++) put(text.charCodeAt(done))
  return { text: letters.toString('utf16le', 0, 2 * (length - 1)), origins: next.subarray(0, length) }
}

/**
 * Decodes the escapes of JSON and programming languages, URLs and HTML, which may be mixed. Bytes become Latin-1
 * characters.
 * @yields the original, then the text with its escapes decoded once, and so on
 */
export function* layersOf(text: string): Generator<Layer> {
  let layer: Layer = { text, origins: undefined }
  yield layer
  // One round for an escape, one for an escaped escape, one for a secret that looks like an escape.
  for (let round = 0; round < 3 && layer.text.search(escapes) >= 0; round++) {
    layer = unescaped(layer)
    yield layer
  }
}

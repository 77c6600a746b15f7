import { layersOf } from '../../../redaction/index.js'

/** A text, or bytes decoded from it as latin1, with their encodings, outermost first. */
export interface Reading {
  readonly text: string
  readonly how: readonly string[]
}

interface Encoding {
  readonly name: string
  readonly runs: RegExp
  /** The number of offsets in a run at which its bytes may begin. */
  readonly offsets: number
  readonly decode: (run: string) => Buffer | undefined
}

const numbersOf = (run: string): Buffer | undefined => {
  const numbers = run.split(/[,\s]+/).map(Number)
  // Bytes are signed in Java.
  return numbers.every((one) => one >= -128 && one <= 255) ? Buffer.from(numbers) : undefined
}

/** Encodings of eight bytes or more; shorter runs reveal nothing, and occur anywhere. */
const encodings: readonly Encoding[] = [
  {
    name: 'hexadecimal',
    runs: /[\da-f]{16,}/gi,
    offsets: 2,
    decode: (run) => Buffer.from(run, 'hex'),
  },
  {
    name: 'hexadecimal',
    runs: /[\da-f]{2}(?:[ :-][\da-f]{2}){7,}/gi,
    offsets: 1,
    decode: (run) => Buffer.from(run.replaceAll(/[ :-]/g, ''), 'hex'),
  },
  {
    name: 'base64',
    runs: /[\da-z+/_-]{11,}/gi,
    offsets: 4,
    decode: (run) => Buffer.from(run, 'base64'),
  },
  {
    name: 'a list of bytes',
    runs: /-?\d{1,3}(?:[,\s]\s?-?\d{1,3}){7,}/g,
    offsets: 1,
    decode: numbersOf,
  },
]

/** A digest may be printed in hexadecimal, and that in base64; deeper nesting does not occur. */
const deepest = 2

/**
 * All readings of a text.
 * @yields the text with its escapes decoded one after the other, and the bytes encoded in parts of it
 */
export function* readingsOf(text: string, how: readonly string[] = []): Generator<Reading> {
  for (const layer of layersOf(text)) {
    yield { text: layer.text, how }
    if (how.length === deepest) continue
    for (const { name, runs, offsets, decode } of encodings) {
      for (const [run] of layer.text.matchAll(runs)) {
        for (let offset = 0; offset < offsets; offset += 1) {
          const bytes = decode(run.slice(offset))
          if (bytes !== undefined) yield* readingsOf(bytes.toString('latin1'), [...how, name])
        }
      }
    }
  }
}

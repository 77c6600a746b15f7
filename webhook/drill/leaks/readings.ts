import { layersOf } from '../../../redaction/index.js'

/** A text, or bytes that were decoded from it as latin1, and how they were written, the outermost encoding first. */
export interface Reading {
  readonly text: string
  readonly how: readonly string[]
}

interface Encoding {
  readonly name: string
  readonly runs: RegExp
  /** At how many letters of a run its bytes may begin. */
  readonly offsets: number
  readonly decode: (run: string) => Buffer | undefined
}

const numbersOf = (run: string): Buffer | undefined => {
  const numbers = run.split(/[,\s]+/).map(Number)
  // Java's bytes are signed.
  return numbers.every((one) => one >= -128 && one <= 255) ? Buffer.from(numbers) : undefined
}

/** Eight bytes or more each: what is shorter gives nothing away, and stands anywhere. */
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

/** A digest is printed in hexadecimal, and that text in base64: nobody goes further. */
const deepest = 2

/**
 * Every way in which a text may be read.
 * @yields the text with its escapes undone one after the other, and the bytes that stretches of it decode to
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

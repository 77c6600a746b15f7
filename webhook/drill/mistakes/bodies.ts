import { alone, type Pattern, rawBytes } from './mistake.js'

/** Mistakes with bodies. */
export const ofBodies: readonly Pattern[] = [
  {
    name: 'reserialised-body',
    title: 'Your receiver verifies the parsed body, printed anew, and not the bytes that arrived.',
    fix: rawBytes,
    when: ['raw-body#white-space'],
    explains: ['raw-body#*', 'raw-numbers#*', 'non-ascii#*', 'split-letters#*', 'respelled-body#*'],
  },
  {
    name: 'trimmed-body',
    title: 'Your receiver removes white space around the body before it verifies it.',
    fix: rawBytes,
    when: ['respelled-body#newline-end'],
    unless: ['respelled-body#white-space'],
    explains: ['raw-body#newline-end', 'raw-body#space-start', 'respelled-body#newline-end'],
  },
  {
    name: 'outer-white-space',
    title: 'Your receiver refuses a rightly signed body with white space before or behind it.',
    fix: rawBytes,
    when: ['raw-body#(newline-end|space-start)'],
    unless: ['raw-body#escapes', 'raw-body#order'],
    explains: ['raw-body#*', 'respelled-body#newline-end'],
  },
  alone(
    'respelled-body',
    'respelled-body#*',
    'Your receiver takes bodies that were spelled otherwise when they were signed.',
    rawBytes,
  ),
  alone('odd-spelling', 'raw-body#*', 'Your receiver refuses bodies that are spelled unusually.', rawBytes),
  {
    name: 'printed-numbers',
    title: 'Your receiver prints numbers anew before it verifies them: 1.10 becomes 1.1.',
    fix: rawBytes,
    when: ['raw-numbers#decimals'],
    explains: ['raw-numbers#*'],
  },
  alone(
    'large-number',
    'raw-numbers#large',
    'Your receiver refuses an event with a number of thirty digits, in a member that it need not read.',
    'Verify the bytes first; then read numbers of any length, or pass members that you do not know.',
  ),
  {
    name: 'text-encoding',
    title:
      'Your receiver reads the body in another encoding than UTF-8, and so verifies other bytes than those that arrived.',
    fix: 'Verify the bytes (a Buffer, bytes), not a text made of them; decode as UTF-8 afterwards.',
    when: ['non-ascii#*'],
    explains: ['non-ascii#*', 'split-letters#*'],
  },
  alone(
    'partly-signed-body',
    'tampered-body#*',
    'Your receiver does not verify the whole body.',
    'Compute the digest over the timestamp and the whole raw body.',
  ),
]

import { createHash } from 'node:crypto'
import type { Deviation } from './deviation.js'

type Change = (secret: string) => string | Buffer

const under = (mistake: string, how: string, key: Change, title?: string): Deviation => ({
  mistake,
  aspect: 'key',
  description: `signed under ${how}`,
  ...(title !== undefined && { title }),
  plan: { key },
})

const padded = (what: string, key: Change): Deviation =>
  under('padded-secret', `the secret with ${what}`, key, `Your receiver has its secret with ${what}.`)

/** The given secret differs from the receiver's own in surrounding characters. */
const unpadded = (what: string, key: Change): Deviation =>
  under('secret-given', `the secret without ${what}`, key, `The secret that the drill was given has ${what}.`)

const encoded = (how: string, key: Change): Deviation =>
  under('decoded-secret', `the secret ${how}`, key, `Your receiver uses the secret ${how}.`)

const bare = (secret: string): string => secret.replace(/^whsec_/, '')

/**
 * Variations of the given secret, the likeliest first. Zero bytes after a key do not change an HMAC, so they are left
 * out.
 */
export const ofSecrets: readonly Deviation[] = [
  // Before the decoded ones, because text that is not hexadecimal decodes to nothing.
  under('no-secret', 'an empty secret', () => ''),
  under('no-secret', 'the word "undefined"', () => 'undefined'),
  under('no-secret', 'the word "None"', () => 'None'),
  under('no-secret', 'the word "null"', () => 'null'),
  padded('an end of line behind it', (secret) => `${secret}\n`),
  padded('a carriage return and an end of line behind it', (secret) => `${secret}\r\n`),
  padded('a carriage return behind it', (secret) => `${secret}\r`),
  padded('a space behind it', (secret) => `${secret} `),
  padded('a space before it', (secret) => ` ${secret}`),
  padded('a space before and behind it', (secret) => ` ${secret} `),
  padded('an end of line before it', (secret) => `\n${secret}`),
  padded('a tabulator behind it', (secret) => `${secret}\t`),
  padded('a tabulator before it', (secret) => `\t${secret}`),
  padded('double quotation marks around it', (secret) => `"${secret}"`),
  padded('single quotation marks around it', (secret) => `'${secret}'`),
  padded('double quotation marks around it and an end of line behind', (secret) => `"${secret}"\n`),
  padded('a double quotation mark behind it', (secret) => `${secret}"`),
  padded('a double quotation mark before it', (secret) => `"${secret}`),
  padded('a byte order mark before it', (secret) => `\uFEFF${secret}`),
  padded('an equals sign before it', (secret) => `=${secret}`),
  padded('a semicolon behind it', (secret) => `${secret};`),
  padded('a comma behind it', (secret) => `${secret},`),
  unpadded('white space around it', (secret) => secret.trim()),
  unpadded('quotation marks around it', (secret) => secret.trim().replaceAll(/^["'`]+|["'`]+$/g, '')),
  unpadded('a byte order mark or zero bytes around it', (secret) =>
    secret.replaceAll(/^[\uFEFF\0]+|[\uFEFF\0]+$/g, ''),
  ),
  unpadded('the name of a variable before it', (secret) =>
    secret.replace(/^\s*(export\s+)?[A-Za-z_]\w*=/, '').replaceAll(/^["']|["']\s*$/g, ''),
  ),
  encoded('decoded from base64', (secret) => Buffer.from(bare(secret), 'base64')),
  encoded('decoded from base64, "whsec_" too', (secret) => Buffer.from(secret, 'base64')),
  encoded('decoded from hexadecimal', (secret) => Buffer.from(bare(secret), 'hex')),
  encoded('without "whsec_"', bare),
  encoded('with "whsec_" before it', (secret) => `whsec_${secret}`),
  encoded('encoded in base64', (secret) => Buffer.from(secret).toString('base64')),
  encoded('encoded in hexadecimal', (secret) => Buffer.from(secret).toString('hex')),
  encoded('hashed with SHA-256', (secret) => createHash('sha256').update(secret).digest()),
  encoded('hashed with SHA-256, in hexadecimal', (secret) =>
    createHash('sha256').update(secret).digest('hex'),
  ),
  encoded('in UTF-16', (secret) => Buffer.from(secret, 'utf16le')),
  encoded('in percent-encoding', encodeURIComponent),
  under(
    'other-case-secret',
    'the secret in lower case',
    (secret) => secret.toLowerCase(),
    'Your receiver uses the secret in lower case.',
  ),
  under(
    'other-case-secret',
    'the secret in upper case',
    (secret) => secret.toUpperCase(),
    'Your receiver uses the secret in upper case.',
  ),
  ...[32, 16, 64].map((length) =>
    under(
      'cut-secret',
      `the first ${length} letters of the secret`,
      (secret) => secret.slice(0, length),
      `Your receiver uses the first ${length} letters of its secret alone.`,
    ),
  ),
]

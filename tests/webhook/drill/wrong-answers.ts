import { type Answered, type Page, secret } from './hand-made.js'
import { type Receivers, wrongIn } from './wrong-receiver.js'

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const digestOf = (signature: string): Buffer => Buffer.from(signature.slice(3), 'hex')

/** The body of refusals; every other answer is empty. */
const refused =
  (page: (answered: Answered) => Page) =>
  (answered: Answered): Page =>
    answered.status === 200 ? {} : page(answered)

/** Receivers whose answers say too much. */
export const ofAnswers: Receivers = {
  ...wrongIn('page', {
    'shows its secret in each body': () => ({ text: `verified with ${secret}` }),
    'shows its secret in a header': () => ({ headers: { 'x-debug': `key=${secret}` } }),
    'shows its secret in the status text': refused(() => ({ statusText: `no ${secret}` })),
    'shows its secret in base64': () => ({ text: JSON.stringify({ key: base64(secret) }) }),
    'shows its configuration in base64url': () => ({
      text: Buffer.from(JSON.stringify({ env: { secret } })).toString('base64url'),
    }),
    'shows its secret in hexadecimal': () => ({ text: Buffer.from(secret).toString('hex').toUpperCase() }),
    'shows its secret escaped in JSON within JSON': () => ({
      text: JSON.stringify({ log: JSON.stringify({ secret: secret.replaceAll('-', '\\u002d') }) }),
    }),
    'shows its secret in an address': () => ({
      headers: { link: `</keys?is=${secret.replaceAll('-', '%2D')}>` },
    }),
    'shows the beginning of its secret': () => ({ text: `the key begins with ${secret.slice(0, 12)}` }),
    'shows its secret to a stale event alone': (answered) => ({
      text: answered.status === 401 && answered.given === answered.expected ? `stale, ${secret}` : '',
    }),
    'shows a stack trace in a refusal': refused(() => ({ text: new Error('boom').stack ?? '' })),
    'shows a page of Express in a refusal': refused(() => ({
      text: '<pre>Error: x<br> &nbsp; &nbsp;at next (/srv/app/index.js:3:9)</pre>',
    })),
    'shows what it expected': refused(({ expected, given }) => ({
      text: `expected ${expected}, got ${given}`,
    })),
    'shows what it expected without its prefix, in a header': refused(({ expected }) => ({
      headers: { 'www-authenticate': `HMAC realm="${expected.slice(3)}"` },
    })),
    'shows what it expected in base64': refused(({ expected }) => ({
      text: digestOf(expected).toString('base64').replace('=', ''),
    })),
    'shows the beginning of what it expected': refused(({ expected }) => ({
      text: `mismatch: ${expected.slice(0, 3 + 16)}...`,
    })),
    'shows what it expected as JSON prints a Buffer': refused(({ expected }) => ({
      text: JSON.stringify({ expected: digestOf(expected) }),
    })),
    'shows what it expected as Node inspects it': refused(({ expected }) => ({
      text: `AssertionError: <Buffer ${expected.slice(3).match(/../g)?.join(' ')}>`,
    })),
    'shows what it expected to a stale event alone': ({ status, given, expected }) => ({
      text: status === 401 && given !== expected && given.length === 67 ? `not ${expected}` : '',
    }),
  }),
}

import { type Answered, type Page, type Parts, type Receivers, secret, wrongIn } from './hand-made.js'

/** The body of refusals; every other answer is empty. */
const refused =
  (page: (answered: Answered) => Page) =>
  (answered: Answered): Page =>
    answered.status === 200 ? {} : page(answered)

/** Answers all requests before they reach a receiver. */
const guarded = (page: Page): Partial<Parts> => ({ before: () => 403, page: () => page })

/** Receivers behind a proxy that decides who may send. */
export const ofGuards: Receivers = {
  'stands behind a protection of forms': guarded({ text: '<h1>CSRF verification failed.</h1>' }),
  'stands behind a login': guarded({ headers: { 'www-authenticate': 'Basic realm="staging"' } }),
}

/** Receivers whose responses leak secrets. */
export const ofAnswers: Receivers = {
  ...wrongIn('page', {
    'shows its secret in each body': () => ({ text: `verified with ${secret}` }),
    'shows its secret in a header': () => ({ headers: { 'x-debug': `key=${secret}` } }),
    'shows its secret in the status text': refused(() => ({ statusText: `no ${secret}` })),
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
    'shows what it expected to a stale event alone': ({ status, given, expected }) => ({
      text: status === 401 && given !== expected && given.length === 67 ? `not ${expected}` : '',
    }),
  }),
}

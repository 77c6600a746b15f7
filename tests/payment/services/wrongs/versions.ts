import { type Broken, bare, header, edit, isApi, nothing, nearby } from './broken.js'

/** Wrong about versions, documents' place in them, and replays. */
export const versionWrongs: Readonly<Record<string, Broken>> = {
  'drops Vary': {
    breaks: ['versioning/unknown-path', 'versioning/vary'],
    choices: bare,
    wrong: { answer: (answer) => header(answer, 'vary', undefined) },
  },
  'drops Vary from refusals alone': {
    breaks: ['versioning/unknown-path', 'versioning/vary'],
    wrong: { answer: (answer) => (answer.status >= 400 ? header(answer, 'vary', 'Origin') : answer) },
  },
  'echoes the newest version whatever it serves': {
    breaks: ['versioning/echo'],
    choices: bare,
    wrong: {
      answer: (answer, about) =>
        isApi(about) && !about.isReplay ? header(answer, 'x-api-version', '2026-08-01') : answer,
    },
  },
  'echoes nothing on refusals': {
    breaks: ['versioning/echo', 'versioning/unknown-path'],
    wrong: {
      answer: (answer) => (answer.status >= 400 ? header(answer, 'x-api-version', undefined) : answer),
    },
  },
  'falls back to a nearby version': {
    breaks: ['versioning/no-fallback'],
    choices: bare,
    wrong: { version: nearby },
  },
  'serves the default to whoever asks for an unknown version': {
    breaks: ['versioning/every-operation', 'versioning/no-fallback', 'versioning/unknown-version'],
    choices: bare,
    wrong: {
      version: (asked) =>
        /^\d{4}-\d\d-\d\d$/.test(asked ?? '') && !/^(2025-03-13|2026-0[78]-01)$/.test(asked ?? '')
          ? undefined
          : asked,
    },
  },
  'takes dates without zeros': {
    breaks: ['versioning/malformed-version'],
    choices: bare,
    wrong: { version: (asked) => asked?.replace(/^(\d{4})-(\d)-(\d)$/, '$1-0$2-0$3') },
  },
  'takes an impossible date for the default': {
    breaks: ['versioning/no-fallback'],
    choices: bare,
    wrong: { version: (asked) => (asked === '2026-02-30' ? undefined : asked) },
  },
  'serves the newest version where none is named': {
    breaks: ['customers/onboarding-default', 'versioning/default-absent', 'versioning/echo'],
    choices: { ...bare, customer: 'flat' },
    wrong: { version: (asked) => asked ?? '2026-08-01' },
  },
  'refuses an empty version': {
    breaks: ['versioning/default-empty'],
    choices: bare,
    wrong: { version: (asked) => (asked === '' ? 'empty' : asked) },
  },
  'refuses a supported version in words of its own': {
    breaks: ['versioning/supported'],
    choices: bare,
    wrong: {
      answer: (answer, about) =>
        isApi(about) &&
        about.requested === '2026-07-01' &&
        answer.status < 300 &&
        about.path.startsWith('/terms')
          ? nothing(400, 'unsupported api version')(answer)
          : answer,
    },
  },
  'says what was requested in its own spelling': {
    breaks: ['versioning/error-body'],
    choices: bare,
    wrong: {
      answer: (answer, { isSpec }) =>
        answer.status === 400 && !isSpec && answer.body.includes('"requested"')
          ? edit(answer, (body) => ({ ...body, requested: null }))
          : answer,
    },
  },
  'states X-API-Version on a replay': {
    breaks: ['idempotency/replay-headers'],
    choices: bare,
    wrong: {
      answer: (answer, { isReplay, version }) =>
        isReplay ? header(answer, 'x-api-version', version) : answer,
    },
  },
  'carries a retry out again': {
    breaks: [
      'idempotency/concurrent',
      'idempotency/replay-body',
      'idempotency/replay-headers',
      'idempotency/replay-status',
    ],
    wrong: { forgets: true },
  },
}

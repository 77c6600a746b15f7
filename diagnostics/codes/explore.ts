import type { ErrorEntry } from './error-entry.js'

export const exploreErrors = {
  CREDENTIALS_UNUSABLE: {
    exit: 2,
    title: 'Configured credentials cannot be used.',
    fix: 'Compare "auth" in the config file with the security schemes of the document; node_modules/rampart/docs/any-api-access.md shows what each kind takes.',
  },
  TOKEN_REFUSED: {
    exit: 3,
    title: 'The token server gave no access token.',
    fix: 'Check the client, its secret and its scopes, and that the token server can be reached.',
  },
  PREPARE_FAILED: {
    exit: 2,
    title: 'The function "prepare" of the config file failed, or returned an unusable value.',
    fix: 'Fix the function; node_modules/rampart/docs/any-api-access.md shows its arguments and its result.',
  },
} as const satisfies Record<string, ErrorEntry>

import type { ErrorEntry } from './error-entry.js'

export const exploreErrors = {
  CREDENTIALS_UNUSABLE: {
    exit: 2,
    title: 'Credentials for a service cannot be used as they are given.',
    fix: 'Compare "auth" in the config file with the security schemes of the document; node_modules/rampart/docs/any-api-access.md shows what each kind takes.',
  },
  TOKEN_REFUSED: {
    exit: 3,
    title: 'No access token could be got from the token server.',
    fix: 'Check the client, its secret and its scopes, and that the token server can be reached.',
  },
  PREPARE_FAILED: {
    exit: 2,
    title: 'The function "prepare" of the config file failed, or returned what cannot be used.',
    fix: 'Mend the function; node_modules/rampart/docs/any-api-access.md shows what it is given and what it returns.',
  },
} as const satisfies Record<string, ErrorEntry>

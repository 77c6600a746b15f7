import type { Broken } from './wrongs/broken.js'
import { identificationWrongs } from './wrongs/identifications.js'
import { operationWrongs } from './wrongs/operations.js'
import { quoteWrongs } from './wrongs/quotes.js'
import { versionWrongs } from './wrongs/versions.js'

/** Ways to break the contract, by what the service then does. Most need only what the specification names. */
export const wrongs: Readonly<Record<string, Broken>> = {
  ...versionWrongs,
  ...operationWrongs,
  ...quoteWrongs,
  ...identificationWrongs,
}

import { makeRedactor } from '../../conformance/index.js'
import type { Api, CredentialSource } from '../../explore/index.js'
import type { CommandContext } from '../process/context.js'
import type { ExploreOptions } from './options.js'

/** How a run gets in, and what is known beforehand. */
export interface Access {
  sourceFor(api: Api): CredentialSource
  readonly known: Readonly<Record<string, readonly unknown[]>>
  /** Takes the secrets of the run out of a text. */
  readonly redact: (text: string) => string
  /** Undoes what was prepared. */
  close(): Promise<void>
}

export async function accessOf(
  _apis: readonly Api[],
  _options: ExploreOptions,
  _context: CommandContext,
): Promise<Access> {
  return {
    sourceFor: () => ({ apply: () => ({ headers: [], query: [], cookies: [] }) }),
    known: {},
    redact: makeRedactor([]),
    close: async () => {},
  }
}

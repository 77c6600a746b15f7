import { type Api, type CallerCredentials, Credentials } from '../../explore/index.js'
import type { CommandContext } from '../process/context.js'
import type { ExploreOptions } from './options.js'

/** How a run gets in, and what is known beforehand. */
export interface Access {
  /** What stands for the caller in requests by a document. */
  sourceFor(api: Api): CallerCredentials
  readonly known: Readonly<Record<string, readonly unknown[]>>
  /** Takes the secrets of the run out of a text. */
  readonly redact: (text: string) => string
  /** Undoes what was prepared. */
  close(): Promise<void>
}

const sayLacking = (credentials: Credentials, context: CommandContext): void => {
  for (const { says, operations } of credentials.lacking) {
    const { length } = operations
    context.stderr(`${length} ${length === 1 ? 'operation needs' : 'operations need'} credentials: ${says}\n`)
  }
}

/**
 * Makes the credentials of a run, and gets the tokens that it needs.
 * @throws RampartError CREDENTIALS_UNUSABLE, VARIABLE_UNSET or TOKEN_REFUSED.
 */
export async function accessOf(
  apis: readonly Api[],
  _options: ExploreOptions,
  context: CommandContext,
): Promise<Access> {
  const { env } = context
  const byApi = new Map(apis.map((api) => [api, new Credentials({ api, env })]))
  for (const credentials of byApi.values()) {
    sayLacking(credentials, context)
    await credentials.fresh()
  }
  return {
    sourceFor: (api) => {
      const credentials = byApi.get(api)
      if (!credentials) throw new RangeError(`no credentials were made for ${api.version}`)
      return credentials
    },
    known: {},
    redact: (text) => [...byApi.values()].reduce((left, one) => one.redact(left), text),
    close: async () => {
      await Promise.all([...byApi.values()].map((one) => one.close()))
    },
  }
}

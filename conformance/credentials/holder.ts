import type { Transport } from '../client/transport.js'
import type { Secret } from '../../redaction/index.js'
import { Stopped } from '../model/explorer.js'
import { type Field, fieldOf, secretsOf } from './sent.js'
import type { Scheme } from './scheme.js'
import { sourceOf, type Source, type SourceInput } from './source.js'
import { fetchToken, type Token } from './token.js'
import { type TokenPlace, tokenUrls } from './token-url.js'
import { held, maskFor, variableNames } from './variables.js'
import { wrongFor } from './wrong.js'

/** So long before its end a token is replaced; of one that lives shortly, when a fifth of its life is left. */
const earlyMs = 60_000
/** A token server that refuses to renew is asked again after so long. */
const pauseMs = 5_000

type Service = Pick<TokenPlace, 'baseUrl' | 'origin'>

/** The credentials of one security scheme: what is sent for it, right and wrong. */
export class SchemeHolder {
  readonly name: string
  readonly scheme: Scheme
  readonly secrets: Secret[] = []
  readonly #input: SourceInput
  readonly #service: Service
  readonly #source: Source
  #token: Token | undefined
  #renewAt = Infinity

  /** @throws RampartError CREDENTIALS_UNUSABLE for a value that cannot be sent. */
  constructor(input: SourceInput, service: Service) {
    this.name = input.name
    this.scheme = input.scheme
    this.#input = input
    this.#service = service
    this.#source = sourceOf(input)
    if (this.#source.is === 'value') this.#hide(this.#source.value, this.#source.variable)
    if (this.#source.is === 'grant') {
      for (const { value, variable } of this.#source.hidden)
        this.secrets.push({ value, mask: maskFor(variable) })
    }
  }

  /** What is to be done where nothing is given; undefined where something is. */
  get fix(): string | undefined {
    return this.#source.is === 'missing' ? this.#source.fix : undefined
  }

  /** Whether the token has to be got, or renewed. */
  get isDue(): boolean {
    return this.#source.is === 'grant' && (this.#token === undefined || Date.now() >= this.#renewAt)
  }

  /** The field that stands for the caller, or one that nobody has; undefined where there is none. */
  field(kind: 'own' | 'wrong'): Field | undefined {
    const own = this.#source.is === 'value' ? this.#source.value : this.#token?.value
    if (kind === 'wrong') return fieldOf(this.scheme, wrongFor(this.scheme, own))
    return own === undefined ? undefined : fieldOf(this.scheme, own)
  }

  /**
   * Gets the token, or a new one.
   * @throws RampartError TOKEN_REFUSED or CREDENTIALS_UNUSABLE when there is none yet.
   * @throws Stopped when the one that there is has ended, and there is no other.
   */
  async obtain(transport: Transport): Promise<void> {
    if (this.#source.is !== 'grant') return
    const { grant } = this.#source
    try {
      const began = Date.now()
      const token = await fetchToken(this.name, grant, await this.#urls(transport), transport)
      const lifeMs = token.expiresAt - began
      this.#token = token
      this.#renewAt = token.expiresAt - Math.min(earlyMs, lifeMs / 5)
      this.#hide(token.value)
    } catch (error) {
      if (this.#token === undefined) throw error
      if (Date.now() >= this.#token.expiresAt)
        throw new Stopped(`the access token for "${this.name}" ended, and no other could be got`)
      this.#renewAt = Date.now() + pauseMs
    }
  }

  #hide(value: string, variable?: string): void {
    this.secrets.push(...secretsOf(this.scheme, value, variable))
  }

  #urls(transport: Transport): Promise<readonly URL[]> {
    const { name, scheme, settings, env, isOnly } = this.#input
    const { tokenUrl: variable } = variableNames(name, settings, isOnly)
    const configured = settings?.tokenUrl ?? held(env, variable)?.value
    const isUser = this.#source.is === 'grant' && this.#source.grant.user !== undefined
    const flow = scheme.kind === 'oauth' ? scheme[isUser ? 'password' : 'clientCredentials'] : undefined
    return tokenUrls(
      {
        ...this.#service,
        scheme: name,
        variable,
        ...(configured !== undefined && { configured }),
        ...(flow?.tokenUrl !== undefined && { documented: flow.tokenUrl }),
        ...(scheme.kind === 'openid' && { discovery: scheme.url }),
      },
      transport,
    )
  }
}

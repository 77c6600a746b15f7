import { Transport } from '../client/transport.js'
import { didYouMean, RampartError } from '../../diagnostics/index.js'
import { groupedBy, followed, isObject, memberAt, resolvePointer } from '../../document/index.js'
import type { Secret } from '../../redaction/index.js'
import { printable } from '../../reporting/index.js'
import type { Operation, SecurityRequirement, SecurityScheme } from '../../runtime/surface.js'
import type { Api, CredentialKind } from '../model/case.js'
import type { AppliedCredentials } from '../requests/write-request.js'
import { invalid, SchemeHolder } from './holder.js'
import {
  appliedOf,
  type Field,
  readScheme,
  schemeWords,
  type AuthSettings,
  type Environment,
  held,
  maskFor,
  partsOf,
  reservedNames,
  type SentSettings,
  shownName,
  variableNames,
} from './scheme.js'

/** Pointers of operations without `security`, in a document without a default: most have forgotten it. */
const undeclaredIn = ({ operations, document }: CredentialsInput['api']): ReadonlySet<string> => {
  if (document['security'] !== undefined) return new Set()
  const undeclared = operations.filter(({ pointer }) => {
    const operation = resolvePointer(document, pointer)
    return isObject(operation) && operation['security'] === undefined
  })
  return new Set(undeclared.map(({ pointer }) => pointer))
}

/** A field sent with every request, and its secrets. */
interface ExtraField {
  readonly field: Field
  readonly secrets: readonly Secret[]
}

const locations = { headers: 'header', query: 'query', cookies: 'cookie' } as const

const fieldFor = (
  location: Field['in'],
  name: string,
  { env: variable, prefix = '' }: SentSettings,
  env: Environment,
): ExtraField => {
  const found = held(env, variable)
  if (!found) {
    throw new RampartError('VARIABLE_UNSET', {
      message: `${shownName(variable)}, which "auth" names for ${location} ${printable(name)}, is not set`,
    })
  }
  const value = `${prefix}${found.value}`
  const mask = maskFor(variable)
  return {
    field: { in: location, name, value },
    secrets: [
      { value: found.value, mask },
      ...(prefix === '' ? [] : [{ value, mask: `${prefix}${mask}` }]),
      ...partsOf(value).flatMap((part) => (part === found.value ? [] : [{ value: part, mask }])),
    ],
  }
}

/** The fields of every request, from the settings and `prepare`. @throws RampartError VARIABLE_UNSET. */
const extraFields = (
  settings: AuthSettings,
  prepared: Readonly<Record<string, string>>,
  env: Environment,
): readonly ExtraField[] => {
  const own = reservedNames.flatMap((member) =>
    Object.entries(settings[member] ?? {}).map(([name, sent]) =>
      fieldFor(locations[member], name, sent, env),
    ),
  )
  const given = Object.entries(prepared).map(([name, value]) => ({
    field: { in: 'header' as const, name, value },
    secrets: [value, ...partsOf(value)].map((one) => ({ value: one, mask: maskFor(undefined) })),
  }))
  return [...given, ...own]
}

export interface CredentialsInput {
  readonly api: Pick<Api, 'surface' | 'document' | 'baseUrl' | 'origin' | 'operations'>
  readonly env: Environment
  readonly settings?: AuthSettings
  /** The result of `prepare`: values by security scheme, and headers for every request. */
  readonly prepared?: {
    readonly credentials?: Readonly<Record<string, string>>
    readonly headers?: Readonly<Record<string, string>>
  }
  /** Longest wait for a token; 10 seconds when it is absent. */
  readonly timeoutMs?: number
}

/** Operations whose credentials are missing, and the fix. */
export interface Lacking {
  /** One sentence: `"petKey" (API key in header X-Key): set RAMPART_AUTH_PET_KEY in the environment`. */
  readonly says: string
  readonly operations: readonly Operation[]
}

const schemesOf = ({ surface, document }: CredentialsInput['api']): [string, SecurityScheme][] =>
  Object.entries(surface.securitySchemes).map(([name, scheme]) => {
    const read = followed(document, memberAt(document, 'components', 'securitySchemes', name))
    return [name, isObject(read) ? { ...read, type: String(read['type']) } : scheme]
  })

const needsCredentials = (requirement: SecurityRequirement): boolean => Object.keys(requirement).length > 0

const requireKnown = (names: readonly string[], known: readonly string[]): void => {
  const unknown = names.find((name) => !known.includes(name))
  if (unknown === undefined) return
  const schemes = known.length === 0 ? 'it has none' : `it has ${known.map(printable).join(', ')}`
  throw new RampartError('CREDENTIALS_UNUSABLE', {
    message: `the document has no security scheme "${printable(unknown)}"${didYouMean(unknown, known)}; ${schemes}`,
    fix: 'Set credentials that the document does not declare as "headers", "query" or "cookies" in "auth" of the config file.',
  })
}

const defaultTimeoutMs = 10_000

type Secured = Pick<Operation, 'security'> & Partial<Pick<Operation, 'pointer'>>

export class Credentials {
  readonly #holders: ReadonlyMap<string, SchemeHolder>
  readonly #extra: readonly ExtraField[]
  readonly #transport: Transport
  readonly #operations: readonly Operation[]
  #renewal: Promise<void> | undefined
  /** No operation declares security, so all given credentials are sent. */
  readonly #isUndeclared: boolean
  /** Pointers of operations that do not declare whether they need credentials. */
  readonly #undeclared: ReadonlySet<string>
  readonly #used: ReadonlySet<SchemeHolder>
  /** The variables of the environment that are read. */
  readonly variables: readonly string[]
  readonly #secrets: Secret[] = []

  /** @throws RampartError CREDENTIALS_UNUSABLE or VARIABLE_UNSET. */
  constructor({ api, env, settings = {}, prepared = {}, timeoutMs = defaultTimeoutMs }: CredentialsInput) {
    this.#operations = api.operations
    this.#transport = new Transport(timeoutMs)
    this.#extra = extraFields(settings, prepared.headers ?? {}, env)
    const schemes = schemesOf(api)
    const names = schemes.map(([name]) => name)
    requireKnown([...Object.keys(settings.schemes ?? {}), ...Object.keys(prepared.credentials ?? {})], names)
    const needed = api.operations.flatMap(({ security }) => security.flatMap((one) => Object.entries(one)))
    const used = new Set(needed.map(([name]) => name))
    const isOnly = (name: string): boolean => (used.size === 1 ? used.has(name) : names.length === 1)
    const scopesOf = (name: string): Set<string> =>
      new Set(needed.flatMap(([other, some]) => (other === name ? some : [])))
    this.#holders = new Map(
      schemes.map(([name, scheme]) => {
        const [own, given] = [settings.schemes?.[name], prepared.credentials?.[name]]
        const facts = { name, scheme: readScheme(scheme), isOnly: isOnly(name), scopes: [...scopesOf(name)] }
        return [name, new SchemeHolder({ ...facts, settings: own, env, prepared: given }, api, this.#secrets)]
      }),
    )
    this.variables = [
      ...names.flatMap((name) =>
        Object.values(variableNames(name, settings.schemes?.[name], isOnly(name))).flat(),
      ),
      ...reservedNames.flatMap((member) => Object.values(settings[member] ?? {}).map((sent) => sent.env)),
    ]
    this.#secrets.push(...this.#extra.flatMap(({ secrets }) => secrets))
    this.#isUndeclared = needed.length === 0
    this.#undeclared = undeclaredIn(api)
    this.#used = new Set(api.operations.flatMap((operation) => this.#chosen(operation)))
  }

  /** All secrets known so far: a list that grows with each token that is fetched. */
  get secrets(): readonly Secret[] {
    return this.#secrets
  }

  /**
   * Fetches missing and expiring tokens; called before the run and before each request.
   * @throws RampartError TOKEN_REFUSED or CREDENTIALS_UNUSABLE for the first token.
   * @throws Stopped where a token has expired and cannot be renewed.
   */
  fresh(): Promise<void> | undefined {
    const due = [...this.#used].filter((holder) => holder.isDue)
    if (due.length === 0) return undefined
    this.#renewal ??= Promise.all(due.map((holder) => holder.obtain(this.#transport)))
      .then(() => undefined)
      .finally(() => (this.#renewal = undefined))
    return this.#renewal
  }

  /** The fields that identify the caller in a request of an operation, or invalid ones. */
  apply(operation: Secured, kind: CredentialKind): AppliedCredentials {
    if (kind === 'none') return appliedOf([])
    const isWrong = kind === 'wrong' || kind === 'odd'
    const lacking = isWrong || kind === 'own' ? undefined : kind.slice('without '.length)
    const chosen = lacking === undefined ? this.#chosen(operation) : this.#without(lacking, operation)
    const own = chosen.flatMap((holder) => holder.field(isWrong ? kind : 'own') ?? [])
    const extra = this.#extra.map(({ field }) => (isWrong ? { ...field, value: invalid(kind) } : field))
    return appliedOf([...own, ...extra])
  }

  /** The fix for the missing credentials of an operation; undefined where none are missing. */
  missing({ security }: Pick<Operation, 'security'>): string | undefined {
    const needing = security.filter(needsCredentials)
    if (needing.length === 0 || needing.length < security.length) return undefined
    if (this.#extra.length > 0 || needing.some((one) => this.#isSatisfied(one))) return undefined
    return needing.map((one) => this.#fixOf(one)).join('; or ')
  }

  /** The missing credentials with their operations, the most operations first. */
  get lacking(): readonly Lacking[] {
    return [...groupedBy(this.#operations, (operation) => this.missing(operation))]
      .flatMap(([says, operations]) => (says === undefined ? [] : [{ says, operations }]))
      .toSorted((a, b) => b.operations.length - a.operations.length)
  }

  async close(): Promise<void> {
    await this.#transport.close()
  }

  #isSatisfied(requirement: SecurityRequirement): boolean {
    return Object.keys(requirement).every((name) => {
      const holder = this.#holders.get(name)
      return holder !== undefined && holder.fix === undefined
    })
  }

  /**
   * The schemes of all requirements that can be satisfied, or else of the first one: many documents that mean all of
   * several schemes list each as a requirement of its own.
   */
  #chosen({ security, pointer = '' }: Secured): readonly SchemeHolder[] {
    const needing = security.filter(needsCredentials)
    const isOpen = this.#isUndeclared || this.#undeclared.has(pointer)
    if (needing.length === 0) return isOpen ? [...this.#holders.values()] : []
    const satisfied = needing.filter((one) => this.#isSatisfied(one))
    const chosen = satisfied.length === 0 ? needing.slice(0, 1) : satisfied
    const names = new Set(chosen.flatMap((one) => Object.keys(one)))
    return [...names].flatMap((name) => this.#holders.get(name) ?? [])
  }

  /** The other schemes of a requirement of several that has one and can be satisfied. */
  #without(name: string, { security }: Secured): readonly SchemeHolder[] {
    const whole = security.find((one) => Object.keys(one).length > 1 && name in one && this.#isSatisfied(one))
    const others = Object.keys(whole ?? {}).filter((one) => one !== name)
    return others.flatMap((one) => this.#holders.get(one) ?? [])
  }

  #fixOf(requirement: SecurityRequirement): string {
    return Object.keys(requirement)
      .map((name) => {
        const holder = this.#holders.get(name)
        const shown = `"${printable(name)}"`
        if (!holder) return `${shown}: the document does not declare this security scheme`
        return holder.fix === undefined ? '' : `${shown} (${schemeWords(holder.scheme)}): ${holder.fix}`
      })
      .filter((text) => text !== '')
      .join('; and ')
  }
}

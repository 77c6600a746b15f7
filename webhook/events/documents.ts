import { didYouMean, RampartError } from '../../diagnostics/index.js'
import type { Surface } from '../../runtime/surface.js'
import type { EventValidators } from '../../runtime/webhooks/verify.js'

/** The deliveries of one version, from its generated code. */
export interface WebhookDocument {
  readonly version: string
  /** The delivered types in the document. */
  readonly types: readonly string[]
  readonly surface: Surface
  readonly validators: EventValidators
}

type Generated = Pick<WebhookDocument, 'validators'> & { readonly eventTypes: readonly string[] }

const isGenerated = (module: unknown): module is Generated =>
  typeof module === 'object' && module !== null && 'validators' in module && 'eventTypes' in module

const moduleOf = async (version: string): Promise<Generated> => {
  const module: unknown = await import(`#generated/${version}/webhooks.js`)
  if (isGenerated(module)) return module
  throw new TypeError(`the generated webhooks of ${version} do not come from this generator`)
}

/** The versions with deliveries, oldest first. */
export async function webhookVersions(): Promise<readonly string[]> {
  return (await import('#generated/index.js')).versions
}

/** The deliveries of a version, by default of the newest. @throws RampartError WEBHOOK_VERSION_UNKNOWN. */
export async function webhookDocument(wanted?: string): Promise<WebhookDocument> {
  const { load, versions } = await import('#generated/index.js')
  const version = wanted === undefined ? versions.at(-1) : versions.find((known) => known === wanted)
  if (version === undefined) {
    const near = didYouMean(wanted ?? '', versions)
    const message = `there is no document of version ${JSON.stringify(wanted)}${near}`
    throw new RampartError('WEBHOOK_VERSION_UNKNOWN', { message })
  }
  const [surface, { eventTypes, validators }] = await Promise.all([load(version), moduleOf(version)])
  return { version, types: eventTypes, surface, validators }
}

/** The topic of a delivered type: the same name in PascalCase (Event kinds). */
export function topicOf(type: string): string {
  return type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/** The delivered type that a name means, which may be the type or its topic. @throws RampartError WEBHOOK_KIND_UNKNOWN. */
export function typeNamed(name: string, types: readonly string[]): string {
  const found = types.find((type) => type === name || topicOf(type) === name)
  if (found !== undefined) return found
  const names = /[A-Z]/.test(name) ? types.map(topicOf) : types
  const message = `no kind of event is named ${JSON.stringify(name)}${didYouMean(name, names)}`
  throw new RampartError('WEBHOOK_KIND_UNKNOWN', { message })
}

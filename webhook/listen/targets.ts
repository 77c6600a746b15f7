import { RampartError } from '../../diagnostics/index.js'
import { targetUrl } from '../delivery/target.js'
import { typeNamed } from '../events/documents.js'

export interface Targets {
  /** Each target with its kinds; `rest` receives all others. */
  readonly all: readonly { readonly url: string; readonly kinds: readonly string[]; readonly rest: boolean }[]
  readonly urlFor: (type: string | undefined) => string | undefined
}

const invalid = (message: string): RampartError => new RampartError('OPTION_INVALID', { message })

const isBare = (text: string): boolean => !text.includes('=') || /^[a-z][a-z0-9+.-]*:/i.test(text)

/**
 * Reads `--forward-to`: `URL` for all kinds without a target, `kind=URL` or `kind,kind=URL` for those kinds. A ping
 * without a target goes to the first one, because it is always on (Events, registering).
 * @param types the known kinds
 * @throws RampartError OPTION_INVALID or WEBHOOK_KIND_UNKNOWN.
 */
export function targetsOf(values: readonly string[], types: readonly string[]): Targets {
  const byKind = new Map<string, string>()
  let rest: string | undefined
  const add = (text: string): string => {
    if (isBare(text)) {
      if (rest !== undefined) throw invalid('--forward-to names two URLs without a kind')
      rest = targetUrl('--forward-to', text)
      return rest
    }
    const at = text.indexOf('=')
    const url = targetUrl('--forward-to', text.slice(at + 1))
    for (const name of text.slice(0, at).split(',')) {
      const type = typeNamed(name.trim(), types)
      if (byKind.has(type)) throw invalid(`--forward-to names two URLs for ${type}`)
      byKind.set(type, url)
    }
    return url
  }
  const urls = [...new Set(values.map(add))]
  const all = urls.map((url) => ({
    url,
    kinds: [...byKind].filter(([, of]) => of === url).map(([type]) => type),
    rest: url === rest,
  }))
  const urlFor = (type: string | undefined): string | undefined => {
    const own = type === undefined ? undefined : byKind.get(type)
    return own ?? rest ?? (type === 'ping' ? urls[0] : undefined)
  }
  return { all, urlFor }
}

/** Targets in a few words. */
export function targetsText({ all }: Targets): string {
  const [first] = all
  if (all.length === 1 && first?.rest === true && first.kinds.length === 0) return first.url
  return all
    .map(({ url, kinds, rest }) => `${[...kinds, ...(rest ? ['the rest'] : [])].join(', ')} to ${url}`)
    .join('; ')
}

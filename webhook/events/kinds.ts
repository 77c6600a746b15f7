import { didYouMean, RampartError } from '../../diagnostics/index.js'

/** The topic of a delivered type: the same name in PascalCase (Event kinds). */
export function topicOf(type: string): string {
  return type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/**
 * The delivered type that a name means, which may be the type itself or its topic.
 * @throws RampartError WEBHOOK_KIND_UNKNOWN, with the names that are most similar.
 */
export function typeNamed(name: string, types: readonly string[]): string {
  const found = types.find((type) => type === name || topicOf(type) === name)
  if (found !== undefined) return found
  const names = /[A-Z]/.test(name) ? types.map(topicOf) : types
  throw new RampartError('WEBHOOK_KIND_UNKNOWN', {
    message: `no kind of event is named ${JSON.stringify(name)}${didYouMean(name, names)}`,
  })
}

import { RampartError } from '../diagnostics/index.js'
import { nearest } from './nearest.js'

/** The topic of a delivered type: the same name in PascalCase (Event kinds). */
export function topicOf(type: string): string {
  return type
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

/**
 * The delivered type that a name means, which may be the type itself or its topic.
 * @throws RampartError WEBHOOK_KIND_UNKNOWN, with the name that comes nearest.
 */
export function typeNamed(name: string, types: readonly string[]): string {
  const found = types.find((type) => type === name || topicOf(type) === name)
  if (found !== undefined) return found
  const near = nearest(name, [...types, ...types.map(topicOf)])
  throw new RampartError('WEBHOOK_KIND_UNKNOWN', {
    message: `No kind of event is named ${JSON.stringify(name)}.`,
    fix: `${near === undefined ? '' : `Did you mean ${near}? `}The kinds are: ${types.join(', ')}.`,
  })
}

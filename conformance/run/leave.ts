import type { Operation } from '../../runtime/surface.js'
import type { Case } from '../model/case.js'
import type { ExploreSettings } from '../model/settings.js'

const safeMethods: ReadonlySet<string> = new Set(['get', 'head', 'options', 'trace'])

/** Words of operations that end a session, or a service: no test comes back from them. */
const ending =
  /(?:^|[/_.-]|\b)(?:log-?out|sign-?out|shut-?down|restart|reboot|factory-?reset|wipe|purge|terminate)/i

/** Words of operations that take away much at once, whatever their method is. */
const clearing =
  /(?:^|[/_.-]|\b)(?:clear|drop|reset|truncate|delete|remove|destroy|prune|flush|restore|import)(?:$|[/_.-]|\b)/i

const asWords = (operationId: string): string => operationId.replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')

const isNamed = (words: RegExp, { path, operationId }: Operation): boolean =>
  words.test(path.replaceAll(/\{[^{}]*\}/g, '')) || words.test(asWords(operationId))

/** Peculiar values in a path that no thing of anybody has as its id. */
const nobodysIds: ReadonlySet<string> = new Set([
  'nul',
  'control',
  'unicode',
  'long-text',
  'huge-number',
  'quotes',
  'blank-text',
])

const isNobodys = ({ deviation, peculiarities = [] }: Case): boolean =>
  deviation?.in === 'path' ||
  peculiarities.some(({ kind, in: location }) => location === 'path' && nobodysIds.has(kind))

/**
 * Whether settings let an operation be called.
 * @param isCreated it is about something that the run created itself
 */
export function mayCall(operation: Operation, settings: ExploreSettings, isCreated: boolean): boolean {
  const { allowWrites, allowDestructive } = settings
  if (isNamed(ending, operation)) return allowDestructive
  if (safeMethods.has(operation.method)) return true
  if (operation.method === 'post') return isNamed(clearing, operation) ? allowDestructive : allowWrites
  // Without an address it is about all there are, unless the body says which one.
  const isAddressed = operation.path.includes('{') || operation.method === 'put'
  return allowWrites && ((isCreated && isAddressed) || allowDestructive)
}

/**
 * Whether settings let a case be sent.
 * @param isOurs its call is about something that the run created itself, or about nothing that is there
 */
export function maySend(sent: Case, settings: ExploreSettings, isOurs: boolean): boolean {
  const { operation, method = operation.method } = sent.call
  return mayCall({ ...operation, method }, settings, isOurs || isNobodys(sent))
}

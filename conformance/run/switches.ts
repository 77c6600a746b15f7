import { entriesOf, keysOf, lastKey, walk } from '../../document/index.js'
import type { Case } from '../model/case.js'
import { isMarkOfOne, isPlain, nameKey } from '../resources/names.js'
import { withoutSlash } from '../resources/paths.js'
import { closing, single } from './action-names.js'

/** Texts and numbers that services read as true. */
const trueish = /^(?:true|t|yes|y|on|1)$/i

/** Whether a service may read a member as true: without a check of types, some take anything but these values so. */
const isOn = (name: string, value: unknown, { deviation }: Case): boolean => {
  if (value === false || value === null || value === 0 || value === '') return false
  const isWrong = deviation?.in === 'body' && keysOf(deviation.at).at(-1) === name
  const isTrueish = [value].flat().some((one) => isPlain(one) && trueish.test(String(one)))
  return isWrong || isTrueish || nameKey(name).startsWith('is ')
}

/** Whether a body turns on a member of some names, at any depth. */
const turnsOn = (sent: Case, isMeant: (name: string) => boolean): boolean =>
  walk(sent.call.body?.value).some(([at, value]) => isMeant(lastKey(at)) && isOn(lastKey(at), value, sent))

/** Whether a body marks its thing, or one inside it, as the one of its kind. */
export function marksOne(sent: Case): boolean {
  return turnsOn(sent, isMarkOfOne)
}

/**
 * Whether a request may close the service to writes, its own deletions too: `POST /maintenance` with
 * `{ "enabled": true }`, or `PATCH /settings` with `{ "readOnly": true }`.
 */
export function closesService(sent: Case): boolean {
  const { operation, body, method = operation.method } = sent.call
  if (!['post', 'put', 'patch'].includes(method) || operation.path.includes('{')) return false
  const path = withoutSlash(operation.path)
  const isClosing = (name: string): boolean => closing.test(nameKey(name))
  if (!isClosing(path.split(/[/:]/).slice(-2).join(' '))) return single.test(path) && turnsOn(sent, isClosing)
  return body === undefined || entriesOf(body.value).some(([name, value]) => isOn(name, value, sent))
}

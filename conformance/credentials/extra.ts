import { RampartError } from '../../diagnostics/index.js'
import { printable } from '../../reporting/index.js'
import type { Secret } from '../../redaction/index.js'
import type { Field } from './sent.js'
import { type AuthSettings, reservedNames, type SentSettings } from './settings.js'
import { type Environment, held, maskFor, shownName } from './variables.js'

/** Fields that go with every request, with what must not be shown of them. */
export interface ExtraFields {
  readonly fields: readonly Field[]
  readonly secrets: readonly Secret[]
}

const locations = { headers: 'header', query: 'query', cookies: 'cookie' } as const

const fieldFor = (
  location: Field['in'],
  name: string,
  { env: variable, prefix = '' }: SentSettings,
  env: Environment,
): { readonly field: Field; readonly secrets: readonly Secret[] } => {
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
    secrets: [{ value: found.value, mask }, ...(prefix === '' ? [] : [{ value, mask: `${prefix}${mask}` }])],
  }
}

/**
 * What the settings and `prepare` want to be sent with every request.
 * @param prepared headers that `prepare` returned
 * @throws RampartError VARIABLE_UNSET.
 */
export function extraFields(
  settings: AuthSettings,
  prepared: Readonly<Record<string, string>>,
  env: Environment,
): ExtraFields {
  const own = reservedNames.flatMap((member) =>
    Object.entries(settings[member] ?? {}).map(([name, sent]) =>
      fieldFor(locations[member], name, sent, env),
    ),
  )
  const given = Object.entries(prepared).map(([name, value]) => ({
    field: { in: 'header' as const, name, value },
    secrets: [{ value, mask: maskFor(undefined) }],
  }))
  const all = [...given, ...own]
  return { fields: all.map(({ field }) => field), secrets: all.flatMap(({ secrets }) => secrets) }
}

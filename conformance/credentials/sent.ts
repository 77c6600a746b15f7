import { isShort, type Secret } from '../../redaction/index.js'
import type { Scheme } from './scheme.js'
import { maskFor } from './variables.js'

/** One field of a request that stands for the caller. */
export interface Field {
  readonly in: 'header' | 'query' | 'cookie'
  readonly name: string
  readonly value: string
}

/** What stands for the caller, as requests are written with it. */
export interface Applied {
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly cookies: readonly (readonly [name: string, value: string])[]
}

/** Fields by where they go; of those with one name the first counts. */
export function appliedOf(fields: readonly Field[]): Applied {
  const of = (location: Field['in']): (readonly [string, string])[] => {
    const seen = new Set<string>()
    return fields.flatMap((field) => {
      const name = location === 'header' ? field.name.toLowerCase() : field.name
      if (field.in !== location || seen.has(name)) return []
      seen.add(name)
      return [[field.name, field.value] as const]
    })
  }
  return { headers: of('header'), query: of('query'), cookies: of('cookie') }
}

const authorization = (value: string): Field => ({ in: 'header', name: 'Authorization', value })

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The field in which a scheme wants its credentials; undefined for schemes that are not supported. */
export function fieldOf(scheme: Scheme, value: string): Field | undefined {
  switch (scheme.kind) {
    case 'key':
      return { in: scheme.in, name: scheme.name, value }
    case 'basic':
      return authorization(`Basic ${base64(value)}`)
    case 'bearer':
    case 'oauth':
    case 'openid':
      return authorization(`Bearer ${value.replace(/^bearer /i, '')}`)
    case 'other':
      return undefined
  }
}

/**
 * What must not be shown of the credentials of a scheme.
 * @param variable the one that held them
 */
export function secretsOf(scheme: Scheme, value: string, variable?: string): readonly Secret[] {
  const mask = maskFor(variable)
  if (scheme.kind === 'basic') {
    const encoded = base64(value)
    const password = value.slice(value.indexOf(':') + 1)
    const whole = maskFor(undefined, 'user and password')
    return [
      { value: password, mask: maskFor(variable, 'password') },
      { value, mask: whole },
      { value: encoded, mask: whole },
      { value: `Basic ${encoded}`, mask: `Basic ${whole}` },
    ]
  }
  // A short secret is found only where it is a whole value: then the header is one.
  const header = fieldOf(scheme, value)?.value
  const isHidden = header !== undefined && header !== value && isShort(value)
  // Of `Token 123...` the second word alone may come back in an answer.
  const word = value.includes(' ') ? value.slice(value.lastIndexOf(' ') + 1) : ''
  return [
    { value, mask },
    ...(word === '' ? [] : [{ value: word, mask }]),
    ...(isHidden ? [{ value: header, mask: header.replace(value, () => mask) }] : []),
  ]
}

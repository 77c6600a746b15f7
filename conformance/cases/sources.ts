import { randomBytes } from 'node:crypto'
import type { Api } from '../model/api.js'
import type { ValueSource } from '../../document/values/index.js'
import type { BodyFacts, ParameterFacts } from './facts.js'
import type { ValuePool } from './pool.js'

const numbered = new WeakMap<Api, () => string>()

/**
 * A short text that was not used before, in this run nor in any other: services that want names to be unique keep
 * those of earlier runs.
 */
export function distinctIn(api: Api): () => string {
  const known = numbered.get(api)
  if (known) return known
  const run = randomBytes(3).toString('hex')
  let count = 0
  const distinct = (): string => `${run}${(count++).toString(36)}`
  numbered.set(api, distinct)
  return distinct
}

/** Where the values of a parameter come from. */
export function parameterSource(
  api: Api,
  pool: ValuePool,
  { parameter, pointer, examples, validator }: ParameterFacts,
): ValueSource {
  return {
    schemas: api.surface.schemas,
    pointer,
    direction: 'request',
    name: parameter.name,
    examples,
    known: (name, schema) => pool.memberValues(name, schema),
    ...(validator && { accepts: (value: unknown) => validator(value) }),
  }
}

/** Where the values of a body come from. */
export function bodySource(
  api: Api,
  pool: ValuePool,
  { pointer, examples, validator }: BodyFacts,
): ValueSource {
  return {
    schemas: api.surface.schemas,
    pointer,
    direction: 'request',
    examples,
    known: (name, schema) => pool.memberValues(name, schema),
    distinct: distinctIn(api),
    ...(validator && { accepts: (value: unknown) => validator(value) }),
  }
}

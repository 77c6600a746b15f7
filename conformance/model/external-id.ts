import type { Hint } from '../../document/index.js'

const names = /^(external|partner|client)[-_]?(id|reference)$/i

/** True for the name of a member that holds the caller's own id of a thing. */
export function isExternalId(name: string): boolean {
  return names.test(name)
}

/**
 * Lets whatever a run creates be recognised: where a body has room for the caller's own id, that begins with
 * `rampart-`. What a scenario wants to stand there comes first.
 */
export function withExternalId(hint: Hint, uuid: () => string): Hint {
  return (path, schema) => {
    const wanted = hint(path, schema)
    if (wanted !== undefined || !isExternalId(path.at(-1) ?? '')) return wanted
    if (schema.format !== undefined || schema.pattern !== undefined) return undefined
    const id = `rampart-${uuid()}`
    return schema.maxLength !== undefined && schema.maxLength < id.length ? undefined : id
  }
}

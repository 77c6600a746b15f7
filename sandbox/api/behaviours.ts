import { type ChangeName, changes, hasChange } from '../../versions/index.js'

/**
 * The changes of the change table that a version has. Code refers to the name of a change, never to a date; a fault
 * may switch one on or off.
 */
export type Behaviours = Readonly<Record<ChangeName, boolean>>

/** The behaviours of a version; a version that is not in the table behaves like the one before it. */
export function behavioursOf(version: string): Behaviours {
  const all = changes.map(({ name }) => [name, hasChange(version, name)] as const)
  return Object.fromEntries(all) as Record<ChangeName, boolean>
}

import { type ChangeName, changes, hasChange } from '../../versions/index.js'

/**
 * Which of the changes that versions minted a version has. The sandbox asks for the name of a change, never for a
 * date; a fault may switch one on or off.
 */
export type Behaviours = Readonly<Record<ChangeName, boolean>>

/** The behaviour of a version, one that the table does not have included: it is as the one before it. */
export function behavioursOf(version: string): Behaviours {
  const all = changes.map(({ name }) => [name, hasChange(version, name)] as const)
  return Object.fromEntries(all) as Record<ChangeName, boolean>
}

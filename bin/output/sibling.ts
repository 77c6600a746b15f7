import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { unlessMissing } from './folder-tree.js'

/**
 * The content of a temporary sibling of a folder: `new` a set being prepared, `old` the set that was moved
 * aside while its successor takes its place.
 */
export type SiblingKind = 'new' | 'old'

/** A temporary sibling that was found beside a folder. */
export interface Sibling {
  readonly path: string
  readonly kind: SiblingKind
  /** Whether the run that made it may still be at work. */
  readonly alive: boolean
}

/** Gives names to the siblings of one run. */
export interface SiblingNames {
  readonly name: (kind: SiblingKind) => string
  /** From now on siblings with these names count as those of a run that is over. */
  readonly release: () => void
}

const live = new Set<string>()

const prefixOf = (target: string): string => `.${basename(target)}.rampart-`

/** Names beside `target`, an absolute path, that no other run uses. */
export function nameSiblings(target: string): SiblingNames {
  const id = randomBytes(6).toString('hex')
  live.add(id)
  return {
    name: (kind) => join(dirname(target), `${prefixOf(target)}${kind}-${process.pid}-${id}`),
    release: () => {
      live.delete(id)
    },
  }
}

/** A container gives every run the same process id, so our own counts only together with the run's name. */
const isAlive = (pid: number, id: string): boolean => {
  if (pid === process.pid) return live.has(id)
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const recognise = (target: string, name: string): Sibling | undefined => {
  if (!name.startsWith(prefixOf(target))) return undefined
  const match = /^(new|old)-(\d+)-([\da-f]+)$/.exec(name.slice(prefixOf(target).length))
  const [, kind, pid, id = ''] = match ?? []
  if (kind !== 'new' && kind !== 'old') return undefined
  return { path: join(dirname(target), name), kind, alive: isAlive(Number(pid), id) }
}

/** All temporary siblings of a folder. */
export async function findSiblings(target: string): Promise<Sibling[]> {
  const names = (await unlessMissing(readdir(dirname(target)))) ?? []
  return names.flatMap((name) => recognise(target, name) ?? [])
}

/** Deletes a temporary sibling. What cannot be deleted now is left to the next run. */
export async function removeSibling(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => {})
}

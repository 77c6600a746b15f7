import type { CommandContext } from '../process/context.js'

/** So long the requests may take together. */
const probeMs = 3_000

/** The status of the response to a path; undefined where none comes. */
const statusOf = async (url: string, signal: AbortSignal): Promise<number | undefined> => {
  const response = await fetch(url, { redirect: 'manual', signal }).catch(() => undefined)
  await response?.body?.cancel()
  return response?.status
}

/**
 * Of several API roots the one below which the paths of a document are served: the first that answers one of them
 * with anything but 404. Sends nothing where there is one root alone, and no credentials.
 * @param paths paths of operations that read and need nothing
 */
export async function reachableRoot(
  roots: readonly string[],
  paths: () => readonly string[],
  { signal }: Pick<CommandContext, 'signal'>,
): Promise<string> {
  const [first = '', ...others] = roots
  if (others.length === 0) return first
  const ends = AbortSignal.any([signal, AbortSignal.timeout(probeMs)])
  for (const path of paths()) {
    for (const root of roots) {
      const status = await statusOf(`${root}${path}`, ends)
      if (status !== undefined && status !== 404) return root
    }
  }
  return first
}

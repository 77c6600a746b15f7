import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

import { DataUnusableError, openData, type WantedOrigin } from '../../../sandbox/index.js'

/** A folder that is gone after the test. */
export const folder = async (): Promise<string> => {
  const path = await mkdtemp(join(tmpdir(), 'rampart-data-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A place for a state, where nothing is yet. */
export const freshPath = async (): Promise<string> => join(await folder(), 'state')

/** Why a place is refused. Throws when it is not. */
export const refusalOf = async (path: string, wanted: WantedOrigin = {}): Promise<string> => {
  const error = await openData(path, wanted).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DataUnusableError)) throw new TypeError(`${path} was not refused`)
  return error.reason
}

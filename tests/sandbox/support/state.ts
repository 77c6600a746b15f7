import { join } from 'node:path'

import { DataUnusableError, openData, type WantedOrigin } from '../../../sandbox/index.js'
import { temporaryFolder } from '../../support/folder.js'

/** An unused path for a state. */
export const freshPath = (): string => join(temporaryFolder(), 'state')

/** The reason why a path is refused. Throws if it is not. */
export const refusalOf = async (path: string, wanted: WantedOrigin = {}): Promise<string> => {
  const error = await openData(path, wanted).then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof DataUnusableError)) throw new TypeError(`${path} was not refused`)
  return error.reason
}

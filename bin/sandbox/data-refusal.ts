import { RampartError } from '../../diagnostics/index.js'
import type { DataUnusableError } from '../../sandbox/index.js'

const deleteValue = 'to begin anew, delete it or give --data another folder.'

/** Advice about each kind of obstacle; where there is none that of the registry holds. */
const fixes: Partial<Record<DataUnusableError['obstacle'], string>> = {
  place: 'Check that the parent folder exists, that this user may write there, and that there is space left.',
  'in-use': 'Stop the other sandbox, or give --data another folder.',
  damaged: `Put a copy of the folder back; ${deleteValue}`,
  format: `Use the rampart that made it; ${deleteValue}`,
  origin: `Leave --seed and --reading out, or give --data another folder.`,
  version: `Serve that version again; ${deleteValue}`,
  writing: 'Check that there is space left.',
}

/** The failure of a command whose state cannot be kept where its user said. */
export function dataRefusal(cause: DataUnusableError): RampartError {
  const fix = fixes[cause.obstacle]
  return new RampartError('SANDBOX_DATA_UNUSABLE', {
    message: `${cause.message}.`,
    where: { file: cause.path },
    ...(fix === undefined ? {} : { fix }),
    cause,
  })
}

import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** Where the exchanges of a run are kept until its archive is written. */
export interface RecordingFile {
  readonly path: string
  readonly lines: () => AsyncIterable<string>
}

const linesOf = async function* (path: string): AsyncGenerator<string> {
  const input = createReadStream(path, { encoding: 'utf8', flags: 'a+' })
  yield* createInterface({ input, crlfDelay: Infinity })
}

/** Gives a file for exchanges, in a folder that only this user can read and that is gone afterwards. */
export async function withRecording<T>(use: (file: RecordingFile) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rampart-run-'))
  const path = join(folder, 'exchanges.ndjson')
  try {
    return await use({ path, lines: () => linesOf(path) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

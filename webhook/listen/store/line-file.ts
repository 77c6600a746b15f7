import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

interface Waiting {
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

// The name of a file is on the disk when its folder is; not every system lets folders be opened.
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/**
 * A file of lines that only this user can read. Lines are on the disk when `append` resolves; those that come
 * together are written together, or not at all.
 */
export class LineFile {
  readonly #path: string
  #handle: FileHandle
  #size: number
  #waiting: Waiting[] = []
  // Writing and replacing go one after the other.
  #turn: Promise<void> = Promise.resolve()

  private constructor(path: string, handle: FileHandle, size: number) {
    this.#path = path
    this.#handle = handle
    this.#size = size
  }

  static async open(path: string): Promise<LineFile> {
    const { handle, size } = await LineFile.#opened(path)
    await syncFolder(path)
    return new LineFile(path, handle, size)
  }

  static async #opened(path: string): Promise<{ readonly handle: FileHandle; readonly size: number }> {
    const handle = await open(path, 'a', 0o600)
    await handle.chmod(0o600)
    return { handle, size: (await handle.stat()).size }
  }

  read(): Promise<string> {
    return readFile(this.#path, 'utf8')
  }

  append(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.push({ text, resolve, reject }) > 1) return
      this.#turn = this.#turn.then(() => this.#write())
    })
  }

  /** Replaces the whole content by the lines of the moment when it begins, or leaves it as it is. */
  async replace(lines: () => readonly string[]): Promise<void> {
    const replaced = this.#turn.then(() => this.#replace(lines()))
    this.#turn = replaced.catch(() => undefined)
    return replaced
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#handle.close()
  }

  async #replace(lines: readonly string[]): Promise<void> {
    const draft = `${this.#path}.${process.pid}.tmp`
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        await writeFile(handle, lines)
        await handle.datasync()
      } finally {
        await handle.close()
      }
      await rename(draft, this.#path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    const former = this.#handle
    const { handle, size } = await LineFile.#opened(this.#path)
    this.#handle = handle
    this.#size = size
    await former.close()
    await syncFolder(this.#path)
  }

  async #write(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    const bytes = Buffer.from(batch.map(({ text }) => text).join(''))
    try {
      await this.#handle.appendFile(bytes)
      await this.#handle.datasync()
      this.#size += bytes.length
      for (const { resolve } of batch) resolve()
    } catch (error) {
      await this.#undo()
      for (const { reject } of batch) reject(error)
    }
  }

  // A full disk takes a line in part: the next one must not be written behind a half one.
  async #undo(): Promise<void> {
    await this.#handle.truncate(this.#size).catch(() => undefined)
  }
}

import { type FileHandle, open, readFile, rename, rm, writeFile } from 'node:fs/promises'

interface Waiting {
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

/**
 * A file of lines that only this user can read. Lines are on the disk when `append` resolves; those that come
 * together are written together.
 */
export class LineFile {
  readonly #path: string
  #handle: FileHandle
  #waiting: Waiting[] = []
  #work: Promise<void> | undefined

  private constructor(path: string, handle: FileHandle) {
    this.#path = path
    this.#handle = handle
  }

  static async open(path: string): Promise<LineFile> {
    return new LineFile(path, await LineFile.#append(path))
  }

  static async #append(path: string): Promise<FileHandle> {
    const handle = await open(path, 'a', 0o600)
    await handle.chmod(0o600)
    return handle
  }

  read(): Promise<string> {
    return readFile(this.#path, 'utf8')
  }

  append(text: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ text, resolve, reject })
      this.#work ??= this.#write()
    })
  }

  /** Replaces the whole content, or leaves it as it is. */
  async replace(lines: readonly string[]): Promise<void> {
    await this.#work
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
    this.#handle = await LineFile.#append(this.#path)
    await former.close()
  }

  async close(): Promise<void> {
    await this.#work
    await this.#handle.close()
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting
      this.#waiting = []
      try {
        await this.#handle.appendFile(batch.map(({ text }) => text).join(''))
        await this.#handle.datasync()
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    this.#work = undefined
  }
}

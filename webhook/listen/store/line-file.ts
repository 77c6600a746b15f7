import { type FileHandle, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

interface Waiting {
  readonly text: string
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

// A new file name is durable only after its folder is synced; not every system can open folders.
const syncFolder = async (path: string): Promise<void> => {
  const folder = await open(dirname(path), 'r').catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

interface Opened {
  readonly handle: FileHandle
  readonly inode: number
  size: number
}

const openedAt = async (path: string): Promise<Opened> => {
  const handle = await open(path, 'a', 0o600)
  await handle.chmod(0o600)
  const { ino: inode, size } = await handle.stat()
  return { handle, inode, size }
}

/**
 * A file of lines that only this user can read. Lines are on the disk when `append` resolves; concurrent ones are
 * written together, or not at all.
 */
export class LineFile {
  readonly #path: string
  readonly #all: () => readonly string[]
  #opened: Opened
  #waiting: Waiting[] = []
  // Serializes writing and replacing.
  #turn: Promise<void> = Promise.resolve()

  private constructor(path: string, all: () => readonly string[], opened: Opened) {
    this.#path = path
    this.#all = all
    this.#opened = opened
  }

  /** @param all returns all lines for the file, including those being appended */
  static async open(path: string, all: () => readonly string[]): Promise<LineFile> {
    const opened = await openedAt(path)
    await syncFolder(path)
    return new LineFile(path, all, opened)
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

  /** Replaces the whole content, or leaves it unchanged. */
  async replace(): Promise<void> {
    const replaced = this.#turn.then(() => this.#replace())
    this.#turn = replaced.catch(() => undefined)
    return replaced
  }

  async close(): Promise<void> {
    await this.#turn
    await this.#opened.handle.close()
  }

  async #replace(): Promise<void> {
    const draft = `${this.#path}.${process.pid}.tmp`
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        await writeFile(handle, this.#all())
        await handle.datasync()
      } finally {
        await handle.close()
      }
      await rename(draft, this.#path)
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
    const { handle: former } = this.#opened
    this.#opened = await openedAt(this.#path)
    await former.close()
    await syncFolder(this.#path)
  }

  async #write(): Promise<void> {
    const batch = this.#waiting
    this.#waiting = []
    const bytes = Buffer.from(batch.map(({ text }) => text).join(''))
    try {
      await this.#opened.handle.appendFile(bytes)
      await this.#opened.handle.datasync()
      this.#opened.size += bytes.length
      if (await this.#isGone()) await this.#restore()
      for (const { resolve } of batch) resolve()
    } catch (error) {
      await this.#undo()
      for (const { reject } of batch) reject(error)
    }
  }

  /** True for a deleted file, whose content would be lost. */
  async #isGone(): Promise<boolean> {
    const found = await stat(this.#path).catch(() => undefined)
    if (found && found.ino !== this.#opened.inode) throw new Error('another program put a file in its stead')
    return found === undefined
  }

  async #restore(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true })
    await this.#replace()
  }

  // A full disk may write half a line, which must not be followed by another.
  async #undo(): Promise<void> {
    await this.#opened.handle.truncate(this.#opened.size).catch(() => undefined)
  }
}

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, onTestFinished } from 'vitest'

/** Writes files by path below a folder, each a text, bytes, or what becomes JSON. */
export function fill(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    const isPlain = typeof content === 'string' || content instanceof Uint8Array
    writeFileSync(join(folder, path), isPlain ? content : JSON.stringify(content, undefined, 2))
  }
}

const newFolder = (atEnd: (remove: () => void) => void, files: Readonly<Record<string, unknown>>): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'rampart-test-')))
  atEnd(() => rmSync(folder, { recursive: true, force: true }))
  fill(folder, files)
  return folder
}

/** A folder with these files, which is gone after the test. */
export function folderWith(files: Readonly<Record<string, unknown>>): string {
  return newFolder(onTestFinished, files)
}

/** A folder with these files, which is gone after the tests of the file. */
export function sharedFolder(files: Readonly<Record<string, unknown>> = {}): string {
  return newFolder(afterAll, files)
}

/** An empty folder, which is gone after the test. */
export const temporaryFolder = (): string => folderWith({})

/** Everything below a folder by path; undefined when it is not there. */
export function snapshot(folder: string): Record<string, string> | undefined {
  if (!existsSync(folder)) return undefined
  const found: Record<string, string> = {}
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = join(folder, path)
    if (statSync(full, { throwIfNoEntry: false })?.isFile()) found[path] = readFileSync(full, 'utf8')
  }
  return found
}

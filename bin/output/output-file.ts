import { RampartError } from '../../diagnostics/index.js'

/** A file to be written: where, relative to the output folder and with `/`, and what. */
export interface OutputFile {
  readonly path: string
  readonly content: string | Uint8Array
}

/** All folders above a relative path, nearest first. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

const isInside = (path: string): boolean =>
  !/[\\\0]|^[a-z]:/i.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/** Throws RampartError OUTPUT_PATH_INVALID for paths that leave the folder or that clash with each other. */
export function checkPaths(files: readonly OutputFile[]): void {
  const paths = new Set<string>()
  const refuse = (path: string, why: string): never => {
    throw new RampartError('OUTPUT_PATH_INVALID', { message: `${JSON.stringify(path)} ${why}.` })
  }
  for (const { path } of files) {
    if (!isInside(path)) refuse(path, 'is not a path inside of the output folder')
    if (paths.has(path)) refuse(path, 'would be written twice')
    paths.add(path)
  }
  for (const path of paths) {
    const folder = foldersAbove(path).find((above) => paths.has(above))
    if (folder !== undefined) refuse(folder, `would be both a file and the folder of ${JSON.stringify(path)}`)
  }
}

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

interface PackageInfo {
  readonly version: string
  readonly bugs?: string
  readonly engines: { readonly node: string }
}

const packageFile = (): string => createRequire(import.meta.url).resolve('rampart/package.json')

/** Folder of the installed package. */
export function packageRoot(): string {
  return dirname(packageFile())
}

/** Version, issue tracker and engines of the package. */
export function packageInfo(): PackageInfo {
  return JSON.parse(readFileSync(packageFile(), 'utf8')) as PackageInfo
}

/** Changes whenever the generator, its templates or the runtime do. */
export function buildId(): string {
  return readFileSync(join(packageRoot(), 'dist', 'build-id'), 'utf8')
}

/** Folders of the templates and the runtime. */
export function generatorParts() {
  const root = packageRoot()
  return { templates: join(root, 'templates'), runtime: join(root, 'dist', 'runtime-bundle') }
}

import { dirname, join } from 'node:path/posix'
import type ts from 'typescript'

/** A user's project: the compiler to examine it with, and the files to examine. */
export interface Project {
  readonly ts: typeof ts
  /** Absolute paths of its `tsconfig.json` files; referenced projects are added. */
  readonly configs: readonly string[]
  /** Absolute paths of its source files. Those that no settings include get settings of their own. */
  readonly files?: readonly string[]
  /** The TypeScript version that the project itself compiles with, if it is another one. */
  readonly speaks?: string
}

/** Files that are compiled together, with their options. */
export interface Settings {
  /** Absolute path of the folder of the settings. */
  readonly folder: string
  readonly fileNames: readonly string[]
  readonly options: ts.CompilerOptions
  /** Whether the project itself type-checks JavaScript. */
  readonly checksJs: boolean
}

// A file that "extends" names is missing, so its settings are unknown.
const unreadable = new Set([5083, 6053])

const flat = (compiler: typeof ts, diagnostic: ts.Diagnostic): string =>
  compiler.flattenDiagnosticMessageText(diagnostic.messageText, ' ')

const parse = (compiler: typeof ts, config: string): ts.ParsedCommandLine | string => {
  const { config: json, error } = compiler.readConfigFile(config, (path) => compiler.sys.readFile(path))
  if (error) return flat(compiler, error)
  // Without the config path, type packages would be looked for in the working directory.
  const parsed = compiler.parseJsonConfigFileContent(json, compiler.sys, dirname(config), undefined, config)
  const unread = parsed.errors.find(({ code }) => unreadable.has(code))
  if (unread) return flat(compiler, unread)
  const refers = (parsed.projectReferences ?? []).length > 0
  if (parsed.fileNames.length > 0 || refers) return parsed
  const [first] = parsed.errors
  return first ? flat(compiler, first) : 'it includes no files'
}

/** Defaults of TypeScript 6 for options that the settings omit. */
const sinceSix = (options: ts.CompilerOptions, { ts: compiler, speaks }: Project): ts.CompilerOptions => {
  if (Number.parseInt(speaks ?? '5', 10) < 6) return options
  const { module = compiler.ModuleKind.ESNext, target = compiler.ScriptTarget.ES2022 } = options
  const isPlain = module === compiler.ModuleKind.ESNext && options.moduleResolution === undefined
  return {
    ...options,
    strict: options.strict ?? true,
    module,
    target,
    ...(isPlain ? { moduleResolution: compiler.ModuleResolutionKind.Bundler } : {}),
  }
}

const optionsOf = ({ tsBuildInfoFile: _file, ...options }: ts.CompilerOptions): ts.CompilerOptions => ({
  ...options,
  noEmit: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
  // JavaScript is checked to find new errors; errors that it already had are subtracted later.
  ...(options.allowJs === true ? { checkJs: true } : {}),
})

/** All settings of a project and its references, and the reasons why some could not be read. */
export function settingsOf(project: Project) {
  const { ts: compiler, configs } = project
  const all: Settings[] = []
  const unread: string[] = []
  const todo = [...configs]
  const known = new Set(todo)
  for (const config of todo) {
    const parsed = parse(compiler, config)
    if (typeof parsed === 'string') {
      unread.push(`${config}: ${parsed}`)
      continue
    }
    const { fileNames, options: given } = parsed
    const options = optionsOf(sinceSix(given, project))
    const checksJs = given.checkJs === true
    if (fileNames.length > 0) all.push({ folder: dirname(config), fileNames, options, checksJs })
    for (const reference of parsed.projectReferences ?? []) {
      const path = compiler.resolveProjectReferencePath(reference)
      if (!known.has(path)) todo.push(path)
      known.add(path)
    }
  }
  return {
    all: all.map((one) => withoutNested(one, all)).filter(({ fileNames }) => fileNames.length > 0),
    unread,
  }
}

/** Settings without the files that the settings of a folder below also include. */
const withoutNested = (settings: Settings, all: readonly Settings[]): Settings => {
  const below = all.filter(({ folder }) => folder.startsWith(`${settings.folder}/`))
  const theirs = new Set(below.flatMap(({ fileNames }) => fileNames))
  return { ...settings, fileNames: settings.fileNames.filter((file) => !theirs.has(file)) }
}

const nearest = (file: string, all: readonly Settings[]): Settings | undefined =>
  all
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0]

/** Settings for files that no settings include: those of the nearest folder, or else the options of a bundler. */
export function looseSettings(
  { ts: compiler, configs }: Project,
  files: readonly string[],
  all: readonly Settings[],
): Settings | undefined {
  const [first] = files
  if (first === undefined) return undefined
  const near = nearest(first, all)
  const options: ts.CompilerOptions = near?.options ?? {
    noEmit: true,
    skipLibCheck: true,
    target: compiler.ScriptTarget.ES2022,
    module: compiler.ModuleKind.Preserve,
    moduleResolution: compiler.ModuleResolutionKind.Bundler,
    jsx: compiler.JsxEmit.Preserve,
  }
  const folder = near?.folder ?? dirname(configs[0] ?? join(dirname(first), 'tsconfig.json'))
  return { folder, fileNames: files, options: { ...options, allowJs: true, checkJs: true }, checksJs: false }
}

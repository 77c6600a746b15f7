import { dirname, join } from 'node:path/posix'
import type ts from 'typescript'

/** The compiler that a user's project is examined with, and what of the project is to be examined. */
export interface Project {
  readonly ts: typeof ts
  /** Absolute paths of its `tsconfig.json` files; those that they refer to are added. */
  readonly configs: readonly string[]
  /** Absolute paths of its source files: those that no settings include are examined with settings of their own. */
  readonly files?: readonly string[]
  /** The version of TypeScript that the project itself compiles with, where it is another one. */
  readonly speaks?: string
}

/** Files that are compiled together, and how. */
export interface Settings {
  /** Absolute path of a folder: the one of the settings. */
  readonly folder: string
  readonly fileNames: readonly string[]
  readonly options: ts.CompilerOptions
  /** Whether the project's own run of the compiler judges JavaScript. */
  readonly checksJs: boolean
}

/** All settings of a project, and why some of them could not be read. */
export interface ProjectSettings {
  readonly all: readonly Settings[]
  readonly unread: readonly string[]
}

// Of a missing file that "extends" names: its settings are not known.
const unreadable = new Set([5083, 6053])

const flat = (compiler: typeof ts, diagnostic: ts.Diagnostic): string =>
  compiler.flattenDiagnosticMessageText(diagnostic.messageText, ' ')

const parse = (compiler: typeof ts, config: string): ts.ParsedCommandLine | string => {
  const { config: json, error } = compiler.readConfigFile(config, (path) => compiler.sys.readFile(path))
  if (error) return flat(compiler, error)
  // With its name, packages of types are looked for beside it, and not where the command runs.
  const parsed = compiler.parseJsonConfigFileContent(json, compiler.sys, dirname(config), undefined, config)
  const unread = parsed.errors.find(({ code }) => unreadable.has(code))
  if (unread) return flat(compiler, unread)
  const refers = (parsed.projectReferences ?? []).length > 0
  if (parsed.fileNames.length > 0 || refers) return parsed
  const [first] = parsed.errors
  return first ? flat(compiler, first) : 'it includes no file'
}

/** What the sixth version of TypeScript takes for granted, where settings are silent. */
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
  // Whoever writes JavaScript is told as well; what was wrong before does not count.
  ...(options.allowJs === true ? { checkJs: true } : {}),
})

/** Reads the settings of a project, and of all projects that these refer to. */
export function settingsOf(project: Project): ProjectSettings {
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

/** Settings without the files that those of a folder below include as well. */
const withoutNested = (settings: Settings, all: readonly Settings[]): Settings => {
  const below = all.filter(({ folder }) => folder.startsWith(`${settings.folder}/`))
  const theirs = new Set(below.flatMap(({ fileNames }) => fileNames))
  return { ...settings, fileNames: settings.fileNames.filter((file) => !theirs.has(file)) }
}

/** Of settings, those of the folder nearest to a file. */
const nearest = (file: string, all: readonly Settings[]): Settings | undefined =>
  all
    .filter(({ folder }) => file.startsWith(`${folder}/`))
    .toSorted((a, b) => b.folder.length - a.folder.length)[0]

/** Settings for files that no settings include: those nearest to them, or such that take whatever a bundler takes. */
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

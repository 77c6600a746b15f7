import type ts from 'typescript'
import { isObject } from '../../document/index.js'

/** The compiler of the user's project, and its settings. */
export interface Project {
  readonly ts: typeof ts
  /** Absolute path of the `tsconfig.json`. */
  readonly config: string
}

/** A folder that code of one document was generated into, and the name of the document in it. */
export interface GeneratedFolder {
  /** Absolute path; holds a folder `name`. */
  readonly root: string
  readonly name: string
}

/** How the older document is known in generated code that the project holds. */
export interface DocumentIdentity {
  /** Names of folders. */
  readonly names: readonly string[]
  /** SHA-256 of its text. */
  readonly sha256: string
}

/** A program, the sources in it that are the user's own, and how many imports led to generated code. */
export interface Compiled {
  readonly program: ts.Program
  /** Declarations of what was generated from the document: of its types, schemas and functions. */
  readonly generated: readonly ts.SourceFile[]
  readonly sources: readonly ts.SourceFile[]
  readonly redirected: number
}

const manifestName = 'rampart.generated.json'

/** Files of generated code whose declarations are examined; where they are large, folders of these names. */
const declaring = /^(types|schemas|client)[./]/

interface Manifest {
  readonly root: string
  /** SHA-256 of each document, by name. */
  readonly documents: Readonly<Record<string, string>>
}

const documentsIn = (text: string | undefined): Readonly<Record<string, string>> => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    const documents = isObject(value) ? value['documents'] : undefined
    if (!isObject(documents)) return {}
    return Object.fromEntries(
      Object.entries(documents).map(([name, record]) => [
        name,
        isObject(record) ? String(record['sha256']) : '',
      ]),
    )
  } catch {
    return {}
  }
}

/** Finds the folder that a file was generated into, upwards from it. */
class Manifests {
  readonly #sys: ts.System
  readonly #known = new Map<string, Manifest | undefined>()

  constructor(sys: ts.System) {
    this.#sys = sys
  }

  of(file: string): Manifest | undefined {
    const above = folderOf(file)
    if (above === '' || above === file) return undefined
    if (this.#known.has(above)) return this.#known.get(above)
    const path = `${above}/${manifestName}`
    const found = this.#sys.fileExists(path)
      ? { root: above, documents: documentsIn(this.#sys.readFile(path)) }
      : this.of(above)
    this.#known.set(above, found)
    return found
  }
}

/** The path below the folder of the older document, for a file that was generated from it. */
const pathInVersion = (file: string, known: DocumentIdentity, manifests: Manifests): string | undefined => {
  const manifest = manifests.of(file)
  if (!manifest) return undefined
  const [name = '', ...rest] = file.slice(manifest.root.length + 1).split('/')
  const isOlder = manifest.documents[name] === known.sha256 || known.names.includes(name)
  return isOlder && rest.length > 0 ? rest.join('/') : undefined
}

/** The same for an import that leads nowhere, as where generated code is not kept in version control. */
const pathInSpecifier = (specifier: string, known: DocumentIdentity): string | undefined => {
  const segments = specifier.split('/')
  const at = segments.findIndex((segment) => known.names.includes(segment))
  return at < 0 ? undefined : segments.slice(at + 1).join('/') || 'index.js'
}

const declarationOf = (path: string): string =>
  /\.d\.[mc]?ts$/.test(path) ? path : `${path.replace(/\.[mc]?[jt]s$/, '')}.d.ts`

const optionsOf = ({ tsBuildInfoFile: _file, ...options }: ts.CompilerOptions): ts.CompilerOptions => ({
  ...options,
  noEmit: true,
  skipLibCheck: true,
  composite: false,
  incremental: false,
  declaration: false,
  declarationMap: false,
  emitDeclarationOnly: false,
})

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/'))

// Of a missing file that "extends" names: its settings are not known.
const unreadable = new Set([5083, 6053])

/** Reads the project's settings; undefined with the reason when it has none that can be used. */
export function readProject({ ts, config }: Project): ts.ParsedCommandLine | string {
  const { config: json, error } = ts.readConfigFile(config, (path) => ts.sys.readFile(path))
  if (error) return ts.flattenDiagnosticMessageText(error.messageText, ' ')
  // With its name, packages of types are looked for beside it, and not where the command runs.
  const parsed = ts.parseJsonConfigFileContent(json, ts.sys, folderOf(config), undefined, config)
  const unread = parsed.errors.find(({ code }) => unreadable.has(code))
  if (unread === undefined && parsed.fileNames.length > 0) return parsed
  if ((parsed.projectReferences ?? []).length > 0 && unread === undefined) {
    return 'it holds no file of its own and refers to other projects; name one of those'
  }
  const first = unread ?? parsed.errors[0]
  return first ? ts.flattenDiagnosticMessageText(first.messageText, ' ') : 'it includes no file'
}

/** Builds the project with every import of code that was generated from the older document led to another folder. */
export function compile(
  { ts, config }: Project,
  { fileNames, options: given }: ts.ParsedCommandLine,
  known: DocumentIdentity,
  { root, name }: GeneratedFolder,
): Compiled {
  const options = optionsOf(given)
  const host = ts.createCompilerHost(options)
  host.getCurrentDirectory = () => folderOf(config)
  const cache = ts.createModuleResolutionCache(host.getCurrentDirectory(), (path) => path, options)
  const manifests = new Manifests(ts.sys)
  const generated = `${root}/`
  let redirected = 0
  const redirect = (specifier: string, found: string | undefined): string | undefined => {
    const path =
      found === undefined ? pathInSpecifier(specifier, known) : pathInVersion(found, known, manifests)
    if (path === undefined) return undefined
    const file = `${generated}${name}/${declarationOf(path)}`
    return ts.sys.fileExists(file) ? file : undefined
  }
  host.resolveModuleNameLiterals = (literals, containing, reference, settings, source) =>
    literals.map((literal) => {
      const mode = ts.getModeForUsageLocation(source, literal, settings)
      const plain = ts.resolveModuleName(literal.text, containing, settings, host, cache, reference, mode)
      // Generated code may be built on an older version; only handwritten code is redirected.
      if (containing.startsWith(generated) || manifests.of(containing) !== undefined) return plain
      const target = redirect(literal.text, plain.resolvedModule?.resolvedFileName)
      if (target === undefined) return plain
      redirected++
      return {
        resolvedModule: {
          resolvedFileName: target,
          extension: ts.Extension.Dts,
          isExternalLibraryImport: false,
        },
      }
    })
  // With its index, an import of a single module is treated the same.
  const own = `${generated}${name}/`
  const program = ts.createProgram({ rootNames: [...fileNames, `${own}index.d.ts`], options, host })
  const isOwn = ({ fileName, isDeclarationFile }: ts.SourceFile): boolean =>
    !isDeclarationFile && !fileName.includes('/node_modules/') && manifests.of(fileName) === undefined
  const sources = program.getSourceFiles()
  return {
    program,
    generated: sources.filter(
      ({ fileName }) => declaring.test(fileName.slice(own.length)) && fileName.startsWith(own),
    ),
    sources: sources.filter(isOwn),
    redirected,
  }
}

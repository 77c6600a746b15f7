import type ts from 'typescript'
import {
  type DocumentIdentity,
  GeneratedCode,
  type GeneratedModule,
  moduleMeant,
  moduleSought,
} from './generated-code.js'
import { textsOf } from '../../document/index.js'
import type { Settings } from './settings.js'

/** A folder with code generated from one document, and the name of the document in it. */
export interface GeneratedFolder {
  /** Absolute path; holds a folder `name`. */
  readonly root: string
  readonly name: string
}

/** The folder to which imports of one document's code are redirected. */
export interface Redirection {
  readonly known: DocumentIdentity
  readonly to: GeneratedFolder
}

/** An import of generated code in a user's file. */
export interface GeneratedImport {
  readonly file: string
  readonly specifier: string
  /** The folder of the document: absolute, or as in the specifier if it did not resolve. */
  readonly root: string
}

/** A program, its user sources, and their imports of generated code. */
export interface Compiled {
  readonly program: ts.Program
  /** Generated declarations of types, schemas and functions. */
  readonly generated: readonly ts.SourceFile[]
  readonly sources: readonly ts.SourceFile[]
  /** The redirected imports, in the order of the redirections. */
  readonly imports: readonly (readonly GeneratedImport[])[]
  /** User files that import the index of all versions. */
  readonly sharing: ReadonlySet<string>
}

/** Generated files whose declarations are examined; large ones are split into folders of these names. */
const declaring = /^(types|schemas|client)[./]/

const declarationOf = (path: string): string =>
  /\.d\.[mc]?ts$/.test(path) ? path : `${path.replace(/\.[mc]?[jt]s$/, '')}.d.ts`

/** Parsed files by name, shared because both programs of a project differ only in generated code. */
export type ParsedFiles = Map<string, ts.SourceFile | undefined>

const hostOf = (
  compiler: typeof ts,
  { folder, options }: Settings,
  parsed: ParsedFiles,
): ts.CompilerHost & Required<Pick<ts.CompilerHost, 'getSourceFile'>> => {
  const host = compiler.createCompilerHost(options, true)
  const read = host.getSourceFile.bind(host)
  host.getCurrentDirectory = () => folder
  host.getSourceFile = (name, ...rest) => {
    if (!parsed.has(name)) parsed.set(name, read(name, ...rest))
    return parsed.get(name)
  }
  return host
}

/** The declarations of a module in the folder that imports are redirected to; undefined if there are none. */
const targetOf = (
  { sys }: typeof ts,
  { root, name }: GeneratedFolder,
  { path }: GeneratedModule,
): string | undefined => {
  const candidates = [declarationOf(path), `${path}.d.ts`, `${path}/index.d.ts`]
  return candidates.map((one) => `${root}/${name}/${one}`).find((file) => sys.fileExists(file))
}

/** The result of resolving an import: the file, or the paths that the compiler tried. */
interface Lookup {
  readonly found: string | undefined
  readonly sought: readonly string[]
}

/**
 * An internal property of the compiler. Without it, aliases of generated code that is not checked in are not
 * recognized.
 */
const failedLookups = (resolution: object): readonly string[] =>
  'failedLookupLocations' in resolution ? textsOf(resolution.failedLookupLocations) : []

/**
 * Compiles a project with the imports of generated code redirected to other folders.
 * @param redirections the first that matches an import applies; the declarations examined are those of the first
 */
export function compile(
  compiler: typeof ts,
  settings: Settings,
  redirections: readonly [Redirection, ...Redirection[]],
  parsed: ParsedFiles,
): Compiled {
  const { folder, options } = settings
  const host = hostOf(compiler, settings, parsed)
  const cache = compiler.createModuleResolutionCache(folder, (path) => path, options)
  const code = new GeneratedCode(compiler.sys)
  const imports = redirections.map((): GeneratedImport[] => [])
  const sharing = new Set<string>()
  const isLedTo = (file: string): boolean => redirections.some(({ to }) => file.startsWith(`${to.root}/`))
  const redirect = (specifier: string, containing: string, { found, sought }: Lookup): string | undefined => {
    for (const [index, { known, to }] of redirections.entries()) {
      const module =
        found === undefined
          ? (moduleMeant(specifier, containing, known) ?? moduleSought(sought, known))
          : code.moduleOf(found, known)
      const target = module && targetOf(compiler, to, module)
      if (module === undefined || target === undefined) continue
      if (!code.has(containing)) imports[index]?.push({ file: containing, specifier, root: module.root })
      return target
    }
    return undefined
  }
  // Generated code may import an older version, which must not be redirected; the index of all versions is the
  // exception.
  const isTaken = (containing: string): boolean =>
    !isLedTo(containing) && (!code.has(containing) || code.isSharedIndex(containing))
  host.resolveModuleNameLiterals = (literals, containing, reference, given, source) =>
    literals.map((literal) => {
      const mode = compiler.getModeForUsageLocation(source, literal, given)
      const plain = compiler.resolveModuleName(literal.text, containing, given, host, cache, reference, mode)
      const found = plain.resolvedModule?.resolvedFileName
      if (!isTaken(containing)) return plain
      if (found !== undefined && code.isSharedIndex(found)) sharing.add(containing)
      const sought = found === undefined ? failedLookups(plain) : []
      const target = redirect(literal.text, containing, { found, sought })
      if (target === undefined) return plain
      return {
        resolvedModule: {
          resolvedFileName: target,
          extension: compiler.Extension.Dts,
          isExternalLibraryImport: false,
        },
      }
    })
  const [{ to }] = redirections
  const own = `${to.root}/${to.name}/`
  // Including the index makes an import of a single module behave the same.
  const program = compiler.createProgram({
    rootNames: [...settings.fileNames, `${own}index.d.ts`],
    options,
    host,
  })
  const isOwn = ({ fileName, isDeclarationFile }: ts.SourceFile): boolean =>
    !isDeclarationFile && !fileName.includes('/node_modules/') && !code.has(fileName)
  const sources = program.getSourceFiles()
  return {
    program,
    generated: sources.filter(
      ({ fileName }) => declaring.test(fileName.slice(own.length)) && fileName.startsWith(own),
    ),
    sources: sources.filter(isOwn),
    imports,
    sharing,
  }
}

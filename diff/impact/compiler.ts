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

/** A folder that code of one document was generated into, and the name of the document in it. */
export interface GeneratedFolder {
  /** Absolute path; holds a folder `name`. */
  readonly root: string
  readonly name: string
}

/** Where imports of the code of one document are led. */
export interface Redirection {
  readonly known: DocumentIdentity
  readonly to: GeneratedFolder
}

/** An import of generated code in a file of the user's. */
export interface GeneratedImport {
  readonly file: string
  readonly specifier: string
  /** The folder of the document: absolute, or as the specifier has it where that led nowhere. */
  readonly root: string
}

/** A program, the sources in it that are the user's own, and what of them imports generated code. */
export interface Compiled {
  readonly program: ts.Program
  /** Declarations of what was generated from the document: of its types, schemas and functions. */
  readonly generated: readonly ts.SourceFile[]
  readonly sources: readonly ts.SourceFile[]
  /** Imports that were led elsewhere, in the order of the redirections. */
  readonly imports: readonly (readonly GeneratedImport[])[]
  /** Files of the user's that import the index of all versions. */
  readonly sharing: ReadonlySet<string>
}

/** Files of generated code whose declarations are examined; where they are large, folders of these names. */
const declaring = /^(types|schemas|client)[./]/

const declarationOf = (path: string): string =>
  /\.d\.[mc]?ts$/.test(path) ? path : `${path.replace(/\.[mc]?[jt]s$/, '')}.d.ts`

/** Parsed files by name: the two programs of one project differ in what is generated alone. */
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

/** The declarations that stand for a module in the folder that its imports are led to; undefined where there are none. */
const targetOf = (
  { sys }: typeof ts,
  { root, name }: GeneratedFolder,
  { path }: GeneratedModule,
): string | undefined => {
  const candidates = [declarationOf(path), `${path}.d.ts`, `${path}/index.d.ts`]
  return candidates.map((one) => `${root}/${name}/${one}`).find((file) => sys.fileExists(file))
}

/** Where an import led: the file, or where the compiler looked for one. */
interface Lookup {
  readonly found: string | undefined
  readonly sought: readonly string[]
}

/** The compiler keeps this to itself, and may stop to: then aliases of code that is not kept are not recognized. */
const soughtBy = (resolution: object): readonly string[] =>
  'failedLookupLocations' in resolution ? textsOf(resolution.failedLookupLocations) : []

/**
 * Builds a project with every import of code that was generated from a document led to another folder.
 * @param redirections the first that fits an import holds; the declarations examined are those of the first
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
  // Generated code may be built on an older version; beside handwritten code, the index of all versions is redirected.
  const isTaken = (containing: string): boolean =>
    !isLedTo(containing) && (!code.has(containing) || code.isSharedIndex(containing))
  host.resolveModuleNameLiterals = (literals, containing, reference, given, source) =>
    literals.map((literal) => {
      const mode = compiler.getModeForUsageLocation(source, literal, given)
      const plain = compiler.resolveModuleName(literal.text, containing, given, host, cache, reference, mode)
      const found = plain.resolvedModule?.resolvedFileName
      if (!isTaken(containing)) return plain
      if (found !== undefined && code.isSharedIndex(found)) sharing.add(containing)
      const sought = found === undefined ? soughtBy(plain) : []
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
  // With its index, an import of a single module is treated the same.
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

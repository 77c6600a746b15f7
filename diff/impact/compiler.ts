import { dirname, resolve } from 'node:path/posix'
import type ts from 'typescript'
import { cached, entriesOf, member, textsOf } from '../../document/index.js'
import type { Settings } from './settings.js'

/** A folder with code generated from one document, and the name of the document in it. */
export interface GeneratedFolder {
  /** Absolute path; holds a folder `name`. */
  readonly root: string
  readonly name: string
}

/** The folder to which imports of one document's code are redirected. */
interface Redirection {
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
type ParsedFiles = Map<string, ts.SourceFile | undefined>

const hostOf = (compiler: typeof ts, { folder, options }: Settings, parsed: ParsedFiles): ts.CompilerHost => {
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

/** Internal to the compiler: needed for aliases of generated code that is not checked in. */
const failedLookups = (resolution: object): readonly string[] =>
  'failedLookupLocations' in resolution ? textsOf(resolution.failedLookupLocations) : []

/** Compiles a project with generated imports redirected: the first that matches applies. */
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
  /** @param sought the paths that the compiler tried where it found nothing */
  const redirect = (specifier: string, containing: string, sought: readonly string[], found?: string) => {
    for (const [index, { known, to }] of redirections.entries()) {
      const module =
        found === undefined
          ? (moduleMeant(specifier, containing, known) ?? moduleSought(sought, known))
          : code.moduleOf(found, known)
      const target = module && targetOf(compiler, to, module)
      if (!target) continue
      if (!code.has(containing)) imports[index]?.push({ file: containing, specifier, root: module.root })
      return target
    }
    return undefined
  }
  const declarations = { extension: compiler.Extension.Dts, isExternalLibraryImport: false }
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
      const target = redirect(literal.text, containing, sought, found)
      return target === undefined ? plain : { resolvedModule: { ...declarations, resolvedFileName: target } }
    })
  const [{ to }] = redirections
  const ownFolder = `${to.root}/${to.name}/`
  // Including the index makes an import of a single module behave the same.
  const rootNames = [...settings.fileNames, `${ownFolder}index.d.ts`]
  const program = compiler.createProgram({ rootNames, options, host })
  const isOwn = ({ fileName, isDeclarationFile }: ts.SourceFile): boolean =>
    !isDeclarationFile && !fileName.includes('/node_modules/') && !code.has(fileName)
  const isGenerated = ({ fileName }: ts.SourceFile): boolean =>
    declaring.test(fileName.slice(ownFolder.length)) && fileName.startsWith(ownFolder)
  const files = program.getSourceFiles()
  const [generated, sources] = [files.filter(isGenerated), files.filter(isOwn)]
  return { program, generated, sources, imports, sharing }
}

/** The properties by which a document is recognized in generated code. */
export interface DocumentIdentity {
  readonly names: readonly string[]
  /** SHA-256 of its text. */
  readonly sha256: string
  /** SHA-256 of the text of the other document, which may have the same name. */
  readonly other?: string
}

const manifestName = 'rampart.generated.json'
const header = '// Generated by rampart.'

interface Manifest {
  readonly root: string
  /** SHA-256 of each document, by name. */
  readonly documents: Readonly<Record<string, string>>
}

/** A generated module: its path below the folder of its document, and that folder. */
interface GeneratedModule {
  readonly path: string
  /** Absolute; without an extension if everything was generated into one file. */
  readonly root: string
}

const documentsIn = (text: string | undefined): Readonly<Record<string, string>> => {
  try {
    const documents = entriesOf(member(JSON.parse(text ?? ''), 'documents'))
    return Object.fromEntries(documents.map(([name, record]) => [name, String(member(record, 'sha256'))]))
  } catch {
    return {}
  }
}

const sources = /(\.d)?\.[mc]?[jt]sx?$/

/** The name without its file extension; undefined if it is neither code nor a folder. */
const stemOf = (segment: string): string | undefined => {
  const stem = segment.replace(sources, '')
  return /\.(json|ya?ml)$/.test(stem) ? undefined : stem
}

/** Recognizes code that rampart generated from documents. */
class GeneratedCode {
  readonly #sys: ts.System
  readonly #known = new Map<string, Manifest | undefined>()
  readonly #headed = new Map<string, boolean>()

  constructor(sys: ts.System) {
    this.#sys = sys
  }

  /** Whether a file was generated. */
  has(file: string): boolean {
    return this.#manifestOf(file) !== undefined || this.#isHeaded(file)
  }

  isSharedIndex(file: string): boolean {
    const manifest = this.#manifestOf(file)
    return manifest !== undefined && dirname(file) === manifest.root
  }

  /** The module of a document that a file is; undefined for other files. */
  moduleOf(file: string, { names, sha256, other }: DocumentIdentity): GeneratedModule | undefined {
    const manifest = this.#manifestOf(file)
    if (!manifest) {
      const found = inSegments(file.split('/'), names)
      return found && this.#isHeaded(file) ? found : undefined
    }
    const [name = '', ...rest] = file.slice(manifest.root.length + 1).split('/')
    const isFile = rest.length === 0
    const document = isFile ? name.replace(sources, '') : name
    const digest = manifest.documents[document]
    const isIt = digest === sha256 || (names.includes(document) && (other === undefined || digest !== other))
    if (!isIt || (isFile && digest === undefined)) return undefined
    return { path: isFile ? 'types.d.ts' : rest.join('/'), root: `${manifest.root}/${document}` }
  }

  /** Whether a file begins with the header of generated code, which identifies copies without a manifest. */
  #isHeaded(file: string): boolean {
    return cached(this.#headed, file, () => {
      const text = this.#sys.fileExists(file) ? this.#sys.readFile(file) : undefined
      return text?.startsWith(header) === true || /\nexport (interface|type) paths\b/.test(text ?? '')
    })
  }

  #manifestOf(file: string): Manifest | undefined {
    const above = file.slice(0, file.lastIndexOf('/'))
    if (above === '' || above === file) return undefined
    if (this.#known.has(above)) return this.#known.get(above)
    const path = `${above}/${manifestName}`
    const found = this.#sys.fileExists(path)
      ? { root: above, documents: documentsIn(this.#sys.readFile(path)) }
      : this.#manifestOf(above)
    this.#known.set(above, found)
    return found
  }
}

const inSegments = (segments: readonly string[], names: readonly string[]): GeneratedModule | undefined => {
  const at = segments.findLastIndex((segment) => names.includes(stemOf(segment) ?? ''))
  if (at < 0) return undefined
  const name = segments[at] ?? ''
  const isFile = !names.includes(name)
  const root = [...segments.slice(0, at), stemOf(name)].join('/')
  return { path: isFile ? 'types.d.ts' : segments.slice(at + 1).join('/') || 'index.js', root }
}

/** The module behind a specifier that does not resolve, for example because generated code is not checked in. */
const moduleMeant = (
  specifier: string,
  containing: string,
  { names }: DocumentIdentity,
): GeneratedModule | undefined => {
  const found = inSegments(specifier.split('/'), names)
  if (!found?.root.includes('/')) return undefined
  return specifier.startsWith('.') ? { ...found, root: resolve(dirname(containing), found.root) } : found
}

/** The module that the compiler failed to find, for aliases of generated code that is not checked in. */
const moduleSought = (files: readonly string[], { names }: DocumentIdentity): GeneratedModule | undefined =>
  files
    .filter((file) => !file.includes('/node_modules/'))
    .map((file) => inSegments(file.split('/'), names))
    .find((found) => found !== undefined)

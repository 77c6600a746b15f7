import Handlebars from 'handlebars'
import { didYouMean, nearest } from '../../diagnostics/index.js'

/** The values of templates: `templates/model.json`, made from the types of `template-model.ts`. */
export interface Contract {
  /** Names of the types of their values, by template. */
  readonly templates: Readonly<Record<string, string>>
  /** Names of the types of values for files that a user adds: `file`, or `tag` for one of each tag. */
  readonly files: Readonly<Record<string, string>>
  /** Names of the types of values, by partial, for those that the generator prints by itself. */
  readonly partials: Readonly<Record<string, string>>
  /** Types of members, by the type that has them. */
  readonly rows: Readonly<Record<string, Readonly<Record<string, string>>>>
}

/** The text of a template. */
export interface TemplateSource {
  /** Its path in the folder of templates. */
  readonly name: string
  readonly file: string
  readonly text: string
}

interface TemplateMistake {
  readonly message: string
  readonly file: string
  readonly line: number
}

/** A value at some position of a template: its type, and the members that a partial was handed beside it. */
interface Scope {
  readonly type: string
  readonly handed: ReadonlyMap<string, string>
  /** Names of block parameters, and their types. */
  readonly local?: ReadonlyMap<string, string>
}

type Partials = ReadonlyMap<string, Parsed>

interface Parsed extends Omit<TemplateSource, 'text'> {
  readonly program: hbs.AST.Program
}

interface FilePosition extends Omit<TemplateSource, 'text'> {
  /** The template that is checked, which prints the file where that is a partial. */
  readonly template: string
}

/** The position of the check: the file, the enclosing values, outermost first, and the partials in reach. */
interface Position extends FilePosition {
  readonly scopes: readonly Scope[]
  readonly partials: Partials
}

/** The type of values that the check does not follow, such as the result of `lookup`. */
const anything = 'anything'
const loops = ['first', 'last', 'index', 'key']

const elementOf = (type: string): string | undefined => (type.endsWith('[]') ? type.slice(0, -2) : undefined)

const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === 'PathExpression'

const scopeOf = (type: string): Scope => ({ type, handed: new Map() })

const keyOf = ({ type, handed }: Scope): string => JSON.stringify([type, ...handed])

/** Finds unknown names in templates, because Handlebars ignores those in blocks. */
export class TemplateCheck {
  readonly #contract: Contract
  readonly #partials: Partials
  readonly #mistakes = new Map<string, TemplateMistake>()
  readonly #seen = new Set<string>()
  /** Partials that a template or another partial prints. */
  readonly #used = new Set<string>()

  /** @throws an error of Handlebars where a partial does not parse */
  constructor(contract: Contract, partials: ReadonlyMap<string, TemplateSource>) {
    this.#contract = contract
    this.#partials = new Map(
      Array.from(partials, ([name, { text, ...at }]) => [name, { ...at, program: Handlebars.parse(text) }]),
    )
  }

  /** Checks a template and its partials. @throws an error of Handlebars where it does not parse */
  template(type: string, { text, ...at }: TemplateSource): void {
    const position = { ...at, template: at.name, scopes: [scopeOf(type)], partials: this.#partials }
    this.#program(Handlebars.parse(text), position)
  }

  /** Checks a partial that the generator prints by itself. */
  partial(name: string, type: string): void {
    const found = this.#partials.get(name)
    this.#used.add(name)
    const given = { scopes: [scopeOf(type)], partials: this.#partials }
    if (found) this.#program(found.program, { ...found, ...given, template: found.name })
  }

  /** The mistakes, and unused partials. @param own the names of partials that must be used */
  mistakes(own: Iterable<string>): readonly TemplateMistake[] {
    for (const name of own) {
      const at = this.#partials.get(name)
      if (!at || this.#used.has(name)) continue
      const what = `no template prints the partial ${name}${didYouMean(name, this.#partials.keys())}`
      this.#report(what, { ...at, template: at.name })
    }
    return [...this.#mistakes.values()]
  }

  #report(what: string, { name, file, template }: FilePosition, node?: hbs.AST.Node): void {
    const line = node?.loc.start.line ?? 1
    const message = `${name}, line ${line}: ${what}`
    // A partial is printed by many templates, and its mistake is reported for the first.
    if (this.#mistakes.has(message)) return
    const by = name === template ? '' : ` (printed by ${template})`
    this.#mistakes.set(message, { message: message + by, file, line })
  }

  #program({ body }: hbs.AST.Program, position: Position): void {
    const inline = body.filter((node) => node.type === 'DecoratorBlock') as hbs.AST.DecoratorBlock[]
    const own = inline.map(({ params: [name], program }): [string, Parsed] => [
      name?.type === 'StringLiteral' ? (name as hbs.AST.StringLiteral).value : '',
      { name: position.name, file: position.file, program },
    ])
    const inside =
      own.length === 0 ? position : { ...position, partials: new Map([...position.partials, ...own]) }
    for (const node of body) this.#statement(node, inside)
  }

  #statement(node: hbs.AST.Statement, position: Position): void {
    switch (node.type) {
      case 'MustacheStatement':
        return this.#mustache(node as hbs.AST.MustacheStatement, position)
      case 'BlockStatement':
        return this.#block(node as hbs.AST.BlockStatement, position)
      case 'PartialStatement':
      case 'PartialBlockStatement':
        return this.#partial(node as hbs.AST.PartialBlockStatement, position)
    }
  }

  #mustache(node: hbs.AST.MustacheStatement, position: Position): void {
    if (node.params.length === 0 && isPath(node.path)) this.#typeOf(node.path, position)
    else this.#typesOf(node, position)
  }

  /** The types of the arguments of a helper, which are checked too. */
  #typesOf({ params, hash }: Pick<hbs.AST.SubExpression, 'params' | 'hash'>, position: Position): string[] {
    for (const pair of hash?.pairs ?? []) this.#typeOf(pair.value, position)
    return params.map((param) => this.#typeOf(param, position))
  }

  #block(node: hbs.AST.BlockStatement, position: Position): void {
    const [name = '', ...more] = node.path.parts
    const isHelper = node.params.length > 0
    const [type = anything] = isHelper ? this.#typesOf(node, position) : [this.#typeOf(node.path, position)]
    const stays = isHelper && more.length === 0 && (name === 'if' || name === 'unless')
    const inner = elementOf(type) ?? (type === 'boolean' ? undefined : type)
    const isPushed = !stays && inner !== undefined
    const [block, index] = node.program.blockParams ?? []
    const local = new Map([[block ?? '', inner ?? anything]]).set(index ?? '', 'string')
    const scope = { type: inner ?? anything, handed: new Map(), local }
    const scopes = isPushed ? [...position.scopes, scope] : position.scopes
    this.#program(node.program, { ...position, scopes })
    if (node.inverse) this.#program(node.inverse, position)
  }

  #partial(node: hbs.AST.PartialBlockStatement, position: Position): void {
    const [given] = this.#typesOf(node, position)
    if (node.type === 'PartialBlockStatement') this.#program(node.program, position)
    if (!isPath(node.name)) return
    const name = node.name.original
    if (name === '@partial-block') return
    this.#used.add(name)
    const found = position.partials.get(name)
    if (!found) {
      if (node.type === 'PartialBlockStatement') return
      const near = didYouMean(name, position.partials.keys())
      return this.#report(`there is no partial ${name}${near}`, position, node)
    }
    const here = position.scopes.at(-1) ?? scopeOf(anything)
    const handed = node.hash?.pairs ?? []
    const pairs = handed.map(({ key, value }) => [key, this.#typeOf(value, position)] as const)
    const base = given === undefined ? here : scopeOf(given)
    const scope = { ...base, handed: new Map([...base.handed, ...pairs]) }
    const isSame = given === undefined && pairs.length === 0
    const scopes = isSame ? position.scopes : [...position.scopes, scope]
    const key = [found.file, name, ...scopes.map(keyOf)].join('\n')
    // Also ends where a partial prints itself with the same enclosing values.
    if (this.#seen.has(key) || scopes.length > 20) return
    this.#seen.add(key)
    this.#program(found.program, { ...position, name: found.name, file: found.file, scopes })
  }

  /** The type of an expression; a name that does not exist is reported. */
  #typeOf(node: hbs.AST.Expression, position: Position): string {
    if (node.type === 'SubExpression') {
      this.#typesOf(node as hbs.AST.SubExpression, position)
      return anything
    }
    if (!isPath(node)) return 'string'
    return node.data
      ? this.#dataOf(node, position)
      : this.#pathOf(node, node.parts, position.scopes, position)
  }

  #dataOf(node: hbs.AST.PathExpression, position: Position): string {
    const [name = '', ...rest] = node.parts
    if (name === 'root') return this.#pathOf(node, rest, position.scopes.slice(0, 1), position)
    if (!loops.includes(name))
      this.#report(`there is no @${name}${didYouMean(name, [...loops, 'root'])}`, position, node)
    return anything
  }

  #pathOf(
    node: hbs.AST.PathExpression,
    parts: readonly string[],
    scopes: readonly Scope[],
    position: Position,
  ): string {
    const [first = '', ...rest] = parts
    const local = scopes.findLast((scope) => scope.local?.has(first) === true)?.local?.get(first)
    if (local !== undefined && node.depth === 0) return this.#members(node, rest, scopeOf(local), position)
    const scope = scopes[scopes.length - 1 - node.depth]
    if (scope) return this.#members(node, parts, scope, position)
    this.#report(`${node.original} is outside of the template`, position, node)
    return anything
  }

  #members(node: hbs.AST.PathExpression, parts: readonly string[], from: Scope, position: Position): string {
    let scope = from
    for (const name of parts) {
      if (scope.type === anything) return anything
      const type = this.#memberOf(scope, name)
      if (type === undefined) {
        this.#report(this.#missing(name, scope), position, node)
        return anything
      }
      scope = scopeOf(type)
    }
    return scope.type
  }

  #memberOf({ type, handed }: Scope, name: string): string | undefined {
    const known = handed.get(name) ?? this.#contract.rows[type]?.[name]
    if (known !== undefined) return known.replace(' | undefined', '')
    const element = elementOf(type)
    if (element !== undefined && /^\d+$/.test(name)) return element
    const hasLength = element !== undefined || !(type in this.#contract.rows)
    return name === 'length' && hasLength ? 'number' : undefined
  }

  #missing(name: string, { type, handed }: Scope): string {
    const known = [...handed.keys(), ...Object.keys(this.#contract.rows[type] ?? {})]
    const isNear = nearest(name, known).length > 0
    const others = known.length === 0 ? '' : `, which has ${known.join(', ')}`
    return `there is no value "${name}" in ${type}${isNear ? didYouMean(name, known) : others}`
  }
}

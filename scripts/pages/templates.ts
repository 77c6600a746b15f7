import ts from 'typescript'

const head = `# Templates

\`rampart generate\` prints through [Handlebars](https://handlebarsjs.com) templates. \`rampart templates eject NAME\` copies one into a folder of yours; \`--templates DIR\` prints through those in it, and through the shipped ones otherwise.

Templates hold no logic: what they are given are names and literals (\`Code\`), types (\`TypeCode\`), lists of rows, and switches. Nothing is escaped, and the helpers are those of Handlebars: \`each\`, \`if\`, \`unless\`, \`with\`, \`lookup\`. A template that asks for what it is not given, in a block such as \`{{#if typo}}\` too, ends the run with its file, line and the nearest name that exists.

## Partials

What several templates print, or what is laid out in one way everywhere, is a partial in \`partials/\`: \`rampart templates eject partials/comment\` copies one, and a file of that name in your folder replaces this one alone. Partials of your own stand beside them; one that no template prints is refused.

| Partial | Lays out |
|---|---|
| \`header\` | the first line of every module |
| \`comment\` | the comment of a declaration or a member |
| \`object\` | an object type, from its members |
| \`member\` | a member of an interface or of an object type, however deep |
| \`string\` | a string literal |
| \`type-name\` | the name of the type of a component schema, wherever it is declared or mentioned |
| \`function\` | the declarations of an operation in \`client.d.ts\`, from the partials below |
| \`request\` | the types of what an operation takes |
| \`parameter\` | a member of a request, such as \`query\` |
| \`response\` | one response of an operation |
| \`function-comment\` | the comment of an operation |

A folder with these three prints single quotes, no semicolons, tabs and \`T | undefined\` at every level of every type; indents of the outermost level stand in the templates themselves, such as \`types.d.ts.hbs\`.

\`\`\`hbs partials/object.hbs
{
{{#each members}}
	{{> member}}
{{/each}}
}
\`\`\`

\`\`\`hbs partials/member.hbs
{{> comment}}
{{name}}: {{type}}{{#if isOptional}} | undefined{{/if}}
\`\`\`

\`\`\`hbs partials/string.hbs
'{{single}}'
\`\`\`

\`{{name}}Dto\` as \`partials/type-name.hbs\` gives every type of a component schema that suffix, and its constants and validators too. Functions of operations are named in four places: three of \`client.js\` (the imports of chunks, the declaration, the table of \`call\`) and \`partials/function\`. Change all of them.

## Files of your own

A template that replaces none adds a file of its name to each version: \`api.ts.hbs\` prints \`api.ts\`, and \`docs/api.md.hbs\` prints \`docs/api.md\`. It is given what \`client.d.ts\` is given: the functions of operations, and the same by tag (\`tags\`).

\`[tag]\` in the name makes it a file for each tag, which is given that \`tag\`, and its \`functions\` alone. Operations without a tag have the tag \`default\`. This is a class for each tag:

\`\`\`hbs [tag].ts.hbs
{{> header}}
import * as client from '{{folder}}/client.js'

/** {{tag.name}} */
export class {{tag.type}}Api {
  readonly #client: client.Client

  constructor(client: client.Client) {
    this.#client = client
  }
{{#each functions}}

  {{name}}(request{{#if isRequestOptional}}?{{/if}}: client.{{type}}Request): Promise<client.{{type}}Response> {
    return client.{{name}}(this.#client, request)
  }
{{/each}}
}
\`\`\`

Names of files are made of letters, digits, \`_\` and \`-\`: the tag \`pet store\` is in \`pet_store.ts\`. Where two files, or a file and a module of the version, would have one name, the run ends.

## Values

These are the values of each template, as \`TemplateModel\` of the package \`rampart\` declares them; a later version may add some.
`

const textOf = (node: ts.Node): string =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')

interface Value {
  readonly name: string
  readonly type: string
  readonly text: string
}

interface Values {
  readonly text: string
  readonly bases: readonly string[]
  readonly members: readonly Value[]
}

const valuesOf = (node: ts.InterfaceDeclaration, source: ts.SourceFile): Values => ({
  text: textOf(node),
  bases: (node.heritageClauses?.[0]?.types ?? []).map((type) => type.getText(source)),
  members: node.members.filter(ts.isPropertySignature).map((member) => ({
    name: ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(source),
    type: member.type?.getText(source).replace(/^readonly /, '') ?? '',
    text: textOf(member),
  })),
})

const interfacesOf = (text: string): Map<string, Values> => {
  const source = ts.createSourceFile('model.ts', text, ts.ScriptTarget.Latest, true)
  const all = source.statements.filter(ts.isInterfaceDeclaration)
  return new Map(all.map((node) => [node.name.text, valuesOf(node, source)]))
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`)

/** The type of a value; the name of a row is a link to its table. */
const typeCell = (all: ReadonlyMap<string, Values>, type: string): string => {
  const row = type.match(/\w+/g)?.find((word) => all.has(word))
  return row === undefined ? `\`${cell(type)}\`` : `[\`${cell(type)}\`](#${row.toLowerCase()})`
}

const membersOf = (all: ReadonlyMap<string, Values>, name: string): readonly Value[] => {
  const { bases, members } = all.get(name) ?? { bases: [], members: [] }
  return [...bases.flatMap((base) => membersOf(all, base)), ...members]
}

const tableOf = (all: ReadonlyMap<string, Values>, name: string): string => {
  const rows = membersOf(all, name).map(
    ({ name: member, type, text }) => `| \`${member}\` | ${typeCell(all, type)} | ${cell(text)} |\n`,
  )
  return `| Value | Type | What it is |\n|---|---|---|\n${rows.join('')}`
}

/** The kinds of rows that values hold, and those that these hold. */
const rowsIn = (all: ReadonlyMap<string, Values>, name: string): string[] => {
  const found = new Set([name])
  for (const one of found) {
    const words = membersOf(all, one).flatMap(({ type }) => type.match(/\w+/g) ?? [])
    for (const type of words) if (all.has(type)) found.add(type)
  }
  return [...found].slice(1)
}

const sectionOf = (all: ReadonlyMap<string, Values>, type: string, names: readonly string[]): string =>
  `### ${names.join(', ')}\n\n${all.get(type)?.text ?? ''}\n\n${tableOf(all, type)}`

/**
 * The values that templates are given, as `Contract` of the generator: own templates are checked against it.
 * @param text of the module that declares it
 */
export function templateContract(text: string): string {
  const all = interfacesOf(text)
  const typesOf = (name: string): Record<string, string> =>
    Object.fromEntries(membersOf(all, name).map(({ name: member, type }) => [member, type]))
  const [templates, files, partials] = ['TemplateModel', 'FileModel', 'PartialModel'].map(typesOf)
  const types = new Set([templates, files, partials].flatMap((one = {}) => Object.values(one)))
  for (const type of types) for (const row of rowsIn(all, type)) types.add(row)
  const rows = Object.fromEntries([...types].map((type) => [type, typesOf(type)]))
  return `${JSON.stringify({ templates, files, partials, rows }, undefined, 2)}\n`
}

/** The page about templates, from the text of the module that declares their values. */
export function templatePage(text: string): string {
  const all = interfacesOf(text)
  const templates = new Map<string, string[]>()
  for (const { name, type } of all.get('TemplateModel')?.members ?? []) {
    templates.set(type, [...(templates.get(type) ?? []), `\`${name}\``])
  }
  templates.get('ClientValues')?.push('files of your own')
  templates.set('TagFileValues', ['files with `[tag]` in their names'])
  for (const { name, type } of all.get('PartialModel')?.members ?? []) {
    templates.set(type, [`\`partials/${name}\``])
  }
  const sections = [...templates].map(([type, names]) => sectionOf(all, type, names))
  const rows = new Set([...templates.keys()].flatMap((type) => rowsIn(all, type)))
  const shared = [...rows].toSorted().map((row) => sectionOf(all, row, [`\`${row}\``]))
  return [head, ...sections, '## Rows\n\nThe rows of the lists above, by name.\n', ...shared].join('\n')
}

import type { Command, Option } from 'commander'
import { groupedBy } from '../document/index.js'
import { expectedOf, leavesOf, readsSettings } from '../bin/config/options.js'

type Schema = Readonly<Record<string, unknown>>

/** Schemas of content that a config file may have in place of a path, by the name of the option. */
export type ContentSchemas = Readonly<Record<string, Schema>>

const valueSchema = (options: readonly Option[], contents: ContentSchemas): Schema => {
  const { types, choices, isList } = expectedOf(options)
  const [option] = options
  const plain = types.filter((type) => type !== 'object')
  const single: Schema = {
    type: plain.length === 1 ? plain[0] : plain,
    ...(choices !== undefined && { enum: [...choices, ...(plain.includes('boolean') ? [true, false] : [])] }),
  }
  const name = option?.attributeName() ?? ''
  const branches = [
    single,
    ...(isList ? [{ type: 'array', items: single }] : []),
    ...(name in contents ? [{ $ref: `#/$defs/${name}` }] : []),
  ]
  return branches.length === 1 ? single : { anyOf: branches }
}

const grouped = (options: readonly Option[]): Map<string, Option[]> =>
  groupedBy(options, (option) => option.attributeName())

const optionSchemas = (options: readonly Option[], contents: ContentSchemas): Schema =>
  Object.fromEntries(
    [...grouped(options)].map(([name, own]) => [
      name,
      { description: own[0]?.description ?? '', ...valueSchema(own, contents) },
    ]),
  )

const sectionSchema = (command: Command, contents: ContentSchemas): Schema => ({
  description: command.description(),
  type: 'object',
  additionalProperties: false,
  properties: {
    ...optionSchemas(command.options, contents),
    ...Object.fromEntries(command.commands.map((inner) => [inner.name(), sectionSchema(inner, contents)])),
  },
})

const withoutDefs = (schema: Schema): Schema =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== '$schema' && name !== '$defs'))

/** Options at the top, for every command that has one of that name. */
const sharedSchemas = (leaves: readonly Command[], contents: ContentSchemas): Schema =>
  Object.fromEntries(
    [...grouped(leaves.flatMap((command) => command.options))].map(([name, own]) => {
      const owners = leaves.filter(({ options }) => options.some((option) => option.attributeName() === name))
      const texts = [...new Set(own.map((option) => option.description))]
      const names = owners.map((command) => command.name()).join(', ')
      const description = texts.length === 1 ? `${names}: ${texts[0]}` : `${names}: see the section of each`
      return [name, { description, ...valueSchema(own, contents) }]
    }),
  )

/** Schemas of members of a config file that are not options, with the schemas that they refer to. */
export interface SettingSchemas {
  readonly properties: Schema
  readonly $defs: Schema
}

/** The JSON Schema of a whole config file, from the options of the commands. */
export function configSchema(program: Command, contents: ContentSchemas, settings: SettingSchemas): Schema {
  const commands = program.commands.filter(readsSettings)
  const inner = Object.values(contents).map(({ $defs }) => $defs)
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Config file of rampart',
    description:
      'Options of commands in camel case: those of one command in its section, those that several share at the top. Keys do not belong here.',
    type: 'object',
    additionalProperties: false,
    properties: {
      $schema: { type: 'string' },
      ...settings.properties,
      packs: {
        description:
          'Modules with rules of your own; each exports a pack, a rule, or a list of them as its default.',
        type: 'array',
        items: { type: 'string' },
      },
      ...sharedSchemas(commands.flatMap(leavesOf), contents),
      ...Object.fromEntries(commands.map((command) => [command.name(), sectionSchema(command, contents)])),
    },
    $defs: Object.assign(
      Object.fromEntries(Object.entries(contents).map(([name, schema]) => [name, withoutDefs(schema)])),
      ...inner,
      settings.$defs,
    ) as Schema,
  }
}

import type { JsonSchema, JsonSchemaObject } from '../../../../runtime/json-schema.js'
import type { Operation } from '../../../../runtime/surface.js'
import type { ScenarioContext } from '../../../../conformance/rules/context.js'
import type { Hint, SamplePath, Sampler } from '../../../../document/index.js'
import type { CompanyFacts, PartyFacts, Recipe } from './facts.js'
import { type Group, typeOfGroup } from './groups.js'
import { readerOf, type SchemaReader } from './schema.js'
import { type About, daysAgo, type SchemaNode, valueNamed } from './values.js'

/** Members that the specification names: an optional object is filled in where it leads to one of them. */
const wanted =
  /^(address|birth_place|identity|selfie|beneficiaries|company_data|company_type|business_details|planned_activities|share_percentage|identity_country_code|business_model_description|industry|purpose_and_intended_use)$/

const isCompany = (holder: PartyFacts['holder']): holder is CompanyFacts => 'company' in holder

/** Builds the bodies of one recipe from the schema that the served document gives them. */
class Builder {
  readonly #context: ScenarioContext
  readonly #recipe: Recipe
  readonly #reader: SchemaReader
  readonly #entered = new WeakSet<SamplePath>()
  #count = 0

  constructor(context: ScenarioContext, recipe: Recipe) {
    this.#context = context
    this.#recipe = recipe
    this.#reader = readerOf(context.under.surface.schemas)
  }

  body(operation: Operation): unknown {
    const { kind, company, person } = this.#recipe
    const about = { recipe: this.#recipe, person, company, number: ++this.#count }
    return this.#sampler(about, [kind]).body(operation.requestBody)
  }

  /** The branch of a questionnaire's union that fits a sole proprietorship, or every other company. */
  #questionnaireTag(): string {
    return this.#recipe.company?.type === 'SoleProprietorship' ? 'SoleProp' : 'Generic'
  }

  #sampler(about: About, tags: readonly string[] = [], own?: Hint): Sampler {
    const branch = (_: SamplePath, union: readonly JsonSchema[]): JsonSchema | undefined =>
      this.#branch(about, union)
    return this.#context.sampler(this.#hint(about, own), [...tags, this.#questionnaireTag()], branch)
  }

  /** @param own values of a few members, which come before everything else */
  #hint(about: About, own?: Hint): Hint {
    return (path, node) => {
      if (this.#entered.has(path)) return undefined
      const [name = '', holder = ''] = [path.at(-1), path.at(-2)]
      const schemaNode: SchemaNode = {
        name,
        holder,
        node,
        listed: this.#reader.listed(node),
        reader: this.#reader,
      }
      return (
        own?.(path, node) ??
        this.#known(about, path, schemaNode) ??
        this.#within(about, path, schemaNode, own)
      )
    }
  }

  /** The value of a member by the specification or the facts. */
  #known(about: About, path: SamplePath, schemaNode: SchemaNode): unknown {
    const { name, node, listed } = schemaNode
    if (path.length === 1 && /^(type|kind)$/.test(name)) return this.#kindAmong(listed)
    const items = this.#reader.itemsOf(node)
    if (items !== undefined) return this.#list(about, path, name, items)
    if (path.some((one) => /^licen[sc]e_details$/i.test(one)) && node.type === 'string')
      return 'Payment institution, licence 12345.'
    return valueNamed(name)?.(about, schemaNode)
  }

  /** The kind as the document spells it. */
  #kindAmong(listed: readonly unknown[]): unknown {
    const { kind } = this.#recipe
    const isIt = (one: unknown): boolean => String(one).toLowerCase() === kind.toLowerCase()
    return listed.length === 0 || listed.includes(kind) ? kind : listed.find(isIt)
  }

  /** Fills an optional object in, where it holds something that rules are about. */
  #within(about: About, path: SamplePath, { name, node }: SchemaNode, own?: Hint): unknown {
    if (path.length === 0) return undefined
    if (!this.#reader.hasMembers(node)) return undefined
    const isExtra = name.startsWith('edd') || /^licen[sc]e_details$/i.test(name)
    const extra = name.startsWith('edd') ? 'edd' : 'licenses'
    if (isExtra && this.#recipe.extras?.includes(extra) !== true) return undefined
    const leadsOn = isExtra || [name, ...this.#reader.namesBelow(node)].some((one) => wanted.test(one))
    const isOther = about.person !== undefined ? /^company/ : /^(person|individual)/
    return leadsOn && !isOther.test(name) ? this.#enter(about, path, node, own) : undefined
  }

  #enter(about: About, path: SamplePath, node: JsonSchemaObject, own?: Hint): unknown {
    const inner = [...path]
    this.#entered.add(inner)
    return this.#sampler(about, [], own).sample(node, inner)
  }

  #list(about: About, path: SamplePath, name: string, items: JsonSchema): unknown {
    if (name === 'beneficiaries')
      return about.company?.parties.map((party) => this.#party(party, path, items))
    if (name === 'documents') return this.#documents(about, path, items)
    const one = (inner: About): unknown => this.#sampler(inner).sample(items, [...path, name])
    return /countries/.test(name) ? [one(about)] : undefined
  }

  #party(party: PartyFacts, path: SamplePath, items: JsonSchema): unknown {
    const { holder, roles, share } = party
    const about: About = {
      recipe: this.#recipe,
      person: isCompany(holder) ? undefined : holder,
      company: isCompany(holder) ? holder : undefined,
      number: ++this.#count,
    }
    const own: Hint = (at, node) => {
      if (at.length > path.length + 2) return undefined
      const name = at.at(-1) ?? ''
      if (name === 'roles') return [...roles]
      if (name === 'role') return roles[0]
      if (name === 'share_percentage') return this.#isNumber(node) ? share : String(share)
      if (name === 'attesting_party') return party.attests
      return name === 'attested_at' && party.attests ? daysAgo(1, node) : undefined
    }
    return this.#sampler(about, [], own).sample(items, [...path, '0'])
  }

  #isNumber({ type }: JsonSchemaObject): boolean {
    return [type].flat().some((one) => one === 'number' || one === 'integer')
  }

  #documents(about: About, path: SamplePath, items: JsonSchema): unknown {
    const isOfCompany = about.company !== undefined && about.person === undefined
    if (!isOfCompany && this.#recipe.extras?.includes('edd') !== true) return undefined
    if (!isOfCompany) return [this.#document(about, path, items, () => 'ProofOfAddress')]
    const groups: Group[] = about.company.isNested
      ? ['details', 'ownership']
      : ['details', 'presence', 'ownership', 'control']
    return groups.map((group) => this.#document(about, path, items, (listed) => typeOfGroup(group, listed)))
  }

  #document(
    about: About,
    path: SamplePath,
    items: JsonSchema,
    typeIn: (listed: readonly unknown[]) => string | undefined,
  ): unknown {
    const own: Hint = (at, node) =>
      /type|category|group|kind|purpose/i.test(at.at(-1) ?? '')
        ? typeIn(this.#reader.listed(node))
        : undefined
    return this.#sampler({ ...about, number: ++this.#count }, [], own).sample(items, [...path, '0'])
  }

  #tagsOf(schema: JsonSchema): readonly unknown[] {
    return ['type', 'kind'].flatMap((name) => this.#reader.listed(this.#reader.member(schema, name)))
  }

  /** The branch that describes a person or a company, whichever is meant. */
  #branch({ person, company }: About, union: readonly JsonSchema[]): JsonSchema | undefined {
    const isTagged = union.some((one) => this.#tagsOf(one).includes(this.#recipe.kind))
    if (isTagged || (person === undefined) === (company === undefined)) return undefined
    const own = person ? /^(first|last|full|given|family)_?name$|birth/i : /^compan|^beneficiaries$/i
    const other = person ? /^compan|^beneficiaries$/i : /^(first|last|full|given|family)_?name$|birth/i
    const score = (schema: JsonSchema): number => {
      const names = this.#reader.members(schema)
      return Number(names.some((name) => own.test(name))) - Number(names.some((name) => other.test(name)))
    }
    const best = union.toSorted((one, two) => score(two) - score(one))[0]
    return best !== undefined && score(best) > 0 ? best : undefined
  }
}

/** The body of a recipe, as the served document wants it; the document may still forbid it. */
export function buildBody(context: ScenarioContext, operation: Operation, recipe: Recipe): unknown {
  return new Builder(context, recipe).body(operation)
}

import type { JsonSchema, JsonSchemaObject, Surface } from '../../../../runtime/surface.js'
import type { ScenarioContext } from '../../../../conformance/rules/context.js'
import { NotApplicable } from '../../../../conformance/model/outcome.js'
import { sampledBody, type SampleSource } from '../../../../conformance/rules/request.js'
import { endOfReferences, type Hint, isObject, once, type ValuePath } from '../../../../document/index.js'
import { smallestValue } from '../../../../document/values/index.js'
import { inFormOf } from './country.js'
import { Draft, type Section } from './draft.js'
import { groups, names, typeOfGroup } from './names.js'
import type { Extra, PartyFacts, Recipe } from './recipes.js'
import { kindsIn, namesBelow } from './schema.js'
import { listedIn, shapesIn } from '../../../documents/view.js'
import { type About, daysAgo, hasType, licence, type SchemaNode, valueOf } from './values.js'

/** Members that the specification names; an optional object is generated if it contains one of them. */
const wanted =
  /^(address|birth_place|identity|selfie|beneficiaries|company_data|company_type|business_details|planned_activities|share_percentage|identity_country_code|business_model_description|industry|purpose_and_intended_use)$/

const ofPerson = /^(first|last|full|given|family|fore|sur)_?names?$|birth/i
const ofCompany = /^compan|^beneficiaries$/i

const disclosed = [names.fundsDiagram, names.fundsDocument, /funds_?flow|flow_?of_?funds/i]

/** The addition that an optional object belongs to. */
const extraOf = (name: string): Extra | undefined => {
  if (name.startsWith('edd')) return 'edd'
  if (names.licenseDetails.test(name)) return 'licenses'
  return disclosed.some((one) => one.test(name)) ? 'funds-flow' : undefined
}

const isKind = (kind: string, value: unknown): boolean => String(value).toLowerCase() === kind.toLowerCase()

class Builder {
  #count = 0

  constructor(
    private readonly context: ScenarioContext,
    private readonly recipe: Recipe,
  ) {}

  body(): unknown {
    const { requestBody } = this.context.operation('post', '/customers/{}/identifications/v2')
    const { kind, company, person } = this.recipe
    return sampledBody(requestBody, this.#source(this.#about({ person, company }), { tags: [kind] }))
  }

  #about({ person, company }: Partial<Pick<About, 'person' | 'company'>>): About {
    return { recipe: this.recipe, person, company, number: ++this.#count }
  }

  /** @param own values of a few members, which take precedence */
  #source(about: About, { tags = [], own }: { tags?: readonly string[]; own?: Hint } = {}): SampleSource {
    // The branch of a questionnaire union for a sole proprietorship, or for other companies.
    const questionnaire = this.recipe.company?.type === 'SoleProprietorship' ? 'SoleProp' : 'Generic'
    return {
      schemas: this.context.under.surface.schemas,
      hint: (path, node) => own?.(path, node) ?? this.#known(about, path, node),
      includes: (path, node) => this.#isWanted(about, path.at(-1) ?? '', node),
      preferredTags: [...tags, questionnaire],
      branch: (union) => this.#branch(about, union),
    }
  }

  #item(items: JsonSchema, path: ValuePath, about: About, own?: Hint): unknown {
    const source = this.#source(about, own && { own })
    return smallestValue(items, { ...source, path, pointer: '#', direction: 'request' }) ?? {}
  }

  #nodeAt(path: ValuePath, node: JsonSchemaObject): SchemaNode {
    const [name = '', holder = ''] = [path.at(-1), path.at(-2)]
    return { name, holder, node, listed: listedIn(this.context.under, node) }
  }

  /** The value of a member from the specification or the facts. */
  #known(about: About, path: ValuePath, node: JsonSchemaObject): unknown {
    const schemaNode = this.#nodeAt(path, node)
    const { name, listed } = schemaNode
    if (path.length === 1 && /^(type|kind)$/.test(name)) return this.#kindAmong(listed)
    const [items] = shapesIn(this.context.under, node).flatMap((shape) => shape.items)
    if (items !== undefined) return this.#list(about, path, name, items)
    if (path.some((one) => names.licenseDetails.test(one)) && node.type === 'string') return licence
    const value = valueOf(about, schemaNode)
    return typeof value === 'string' && this.#isObject(node) ? undefined : value
  }

  /** Whether a value can only be an object, such as a file with its name and content. */
  #isObject(node: JsonSchemaObject): boolean {
    const shapes = shapesIn(this.context.under, node).filter(({ types }) => !types.has('null'))
    return shapes.length > 0 && shapes.every(({ properties }) => properties.size > 0)
  }

  /** The kind as spelled in the document. */
  #kindAmong(listed: readonly unknown[]): unknown {
    const { kind } = this.recipe
    return listed.length === 0 || listed.includes(kind) ? kind : listed.find((one) => isKind(kind, one))
  }

  /** Whether an optional object contains members that rules are about. */
  #isWanted(about: About, name: string, node: JsonSchemaObject): boolean {
    if (this.#members(node).length === 0) return false
    const extra = extraOf(name)
    if (extra && !this.recipe.extras.includes(extra)) return false
    const leadsOn = [name, ...namesBelow(this.context.under, node)].some((one) => wanted.test(one))
    const isOther = about.person !== undefined ? /^company/ : /^(person|individual)/
    return (leadsOn || extra !== undefined) && !isOther.test(name)
  }

  #list(about: About, path: ValuePath, name: string, items: JsonSchema): unknown {
    if (name === 'beneficiaries')
      return about.company?.parties.map((party) => this.#party(party, path, items))
    if (name === 'documents') return this.#documents(about, path, items)
    const item = endOfReferences(items, this.context.under.surface.schemas)
    const isOfCountries = /countries/.test(name) && typeof item === 'object'
    return isOfCountries ? [valueOf(about, this.#nodeAt([...path, name], item))] : undefined
  }

  #party({ holder, roles, share, attests }: PartyFacts, path: ValuePath, items: JsonSchema): unknown {
    const own: Hint = (at, node) => {
      if (at.length > path.length + 2) return undefined
      const name = at.at(-1) ?? ''
      if (name === 'roles') return [...roles]
      if (name === 'role') return roles[0]
      if (name === 'share_percentage') return hasType(node, 'number', 'integer') ? share : String(share)
      if (name === 'attesting_party') return attests
      return name === 'attested_at' && attests ? daysAgo(1, node) : undefined
    }
    const about = this.#about('company' in holder ? { company: holder } : { person: holder })
    return this.#item(items, [...path, '0'], about, own)
  }

  #documents(about: About, path: ValuePath, items: JsonSchema): unknown {
    if (about.company !== undefined && about.person === undefined)
      // A nested company provides two document groups, a root company all four.
      return groups[about.company === this.recipe.company ? 'root' : 'nested'].map((group) =>
        this.#document(about, path, items, (listed) => typeOfGroup(group, listed)),
      )
    const isOwed = this.recipe.extras.includes('edd')
    return isOwed ? [this.#document(about, path, items, () => 'ProofOfAddress')] : undefined
  }

  #document(
    about: About,
    path: ValuePath,
    items: JsonSchema,
    typeIn: (listed: readonly unknown[]) => string | undefined,
  ): unknown {
    const own: Hint = (at, node) =>
      /type|category|group|kind|purpose/i.test(at.at(-1) ?? '')
        ? typeIn(listedIn(this.context.under, node))
        : undefined
    return this.#item(items, [...path, '0'], this.#about(about), own)
  }

  /** Names of the members of a value, in any branch of a union. */
  #members(schema: JsonSchema): readonly string[] {
    return shapesIn(this.context.under, schema).flatMap(({ properties }) => Array.from(properties.keys()))
  }

  /** The branch of a union for a person or for a company. */
  #branch({ person, company }: About, union: readonly JsonSchema[]): JsonSchema | undefined {
    const isTagged = union.some((one) => kindsIn(this.context.under, one).includes(this.recipe.kind))
    if (isTagged || (person === undefined) === (company === undefined)) return undefined
    const [own, other] = person ? [ofPerson, ofCompany] : [ofCompany, ofPerson]
    const score = (schema: JsonSchema): number => {
      const has = (name: RegExp) => this.#members(schema).some((one) => name.test(one))
      return Number(has(own)) - Number(has(other))
    }
    const [best] = union.toSorted((one, two) => score(two) - score(one))
    return best !== undefined && score(best) > 0 ? best : undefined
  }
}

const membersOfExtras: Readonly<Partial<Record<Extra, readonly RegExp[]>>> = {
  edd: [names.edd],
  licenses: [names.hasLicenses, names.licenseDetails],
  'funds-flow': [names.sendsFunds],
  'industry-type': [names.industryType],
}

/** @throws NotApplicable where the section lacks one of the members */
const need = (section: Section, members: readonly RegExp[] = []): void => {
  for (const name of members) section.get(name)
}

const checkBusiness = (draft: Draft, { company }: Recipe): void => {
  need(draft.whole, [names.companyType, names.description])
  const home = draft.whole.holders(names.anyCountry).flatMap((holder) => Object.values(holder))
  const isAtHome = home.some((one) => one === inFormOf(one, company?.country ?? ''))
  if (!isAtHome) throw new NotApplicable('the document gives companies no country')
  if (draft.beneficiaries.length !== company?.parties.length)
    throw new NotApplicable('the document takes no beneficiaries')
  for (const [index, party] of draft.beneficiaries.entries()) {
    need(draft.party(index), [names.roles, names.share])
    const isCompany = JSON.stringify(party).includes('"beneficiaries"')
    if (!isCompany) need(draft.party(index), [names.selfie, names.tax, names.identityCountry])
  }
}

/**
 * Checks that a body expresses its recipe, with a member for everything that the specification names. Otherwise the
 * service would be judged by another submission.
 * @throws NotApplicable with the missing member
 */
export function checkBody(body: unknown, recipe: Recipe): void {
  const { kind, extras } = recipe
  if (!isObject(body) || !Object.values(body).some((one) => isKind(kind, one)))
    throw new NotApplicable(`the document gives submissions no member for their kind, ${kind}`)
  const draft = new Draft(body)
  if (kind === 'Business') checkBusiness(draft, recipe)
  if (kind === 'Person') need(draft.whole, [names.selfie, names.selfieAge, names.identityCountry])
  for (const extra of extras) need(draft.whole, membersOfExtras[extra])
  // Only a Person owes a document with the questionnaire.
  if (kind === 'Person' && extras.includes('edd')) need(draft.whole, [names.documents])
}

const bodiesBy = once<Surface, Map<string, unknown>>(() => new Map())

/** The body of a recipe. Cached by document, because making one takes longer than sending it: not to be mutated. */
export function buildBody(context: ScenarioContext, recipe: Recipe): unknown {
  const bodies = bodiesBy(context.under.surface)
  const body = bodies.get(recipe.name) ?? new Builder(context, recipe).body()
  bodies.set(recipe.name, body)
  return body
}

import type { Created } from '../model/created.js'
import type { Exchange } from '../exchange/exchange.js'
import { idIn, isSuccess } from '../exchange/reading.js'
import { isObject } from '../../document/index.js'
import { isExternalId } from './external-id.js'
import { Skip } from '../model/outcome.js'
import { counted } from '../../reporting/index.js'
import type { VersionNaming } from './access.js'
import { versionNamed } from './version-due.js'

/** How many things a run may create unless the plan sets another limit. */
export const defaultMostCreations = 2_000

const kinds = 'customer|autoramp|identification|address|account|signing|(fiat|crypto|pix|wallet)[-_]?address'

const bodyOf = ({ request }: Exchange): Readonly<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse(request.body ?? '{}')
    return isObject(body) ? body : {}
  } catch {
    // A body that was broken on purpose says nothing of what it creates.
    return {}
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The values that a request's URL has where its template has parameters. */
const parametersOf = ({ request }: Exchange, template: string): string[] => {
  const names = template.split('/')
  const values = new URL(request.url).pathname.split('/').slice(-names.length)
  return values.filter((_, index) => names[index] === '{}').map(decodeURIComponent)
}

const describe = (exchange: Exchange, route: string, naming: VersionNaming | undefined): Created => {
  const [method = '', template = ''] = route.split(' ', 2)
  const body = bodyOf(exchange)
  const id = idIn(exchange, kinds)
  const externalId = text(Object.entries(body).find(([name]) => isExternalId(name))?.[1])
  const owner = text(body['customer_id'])
  return {
    operation: `${method.toUpperCase()} ${template}`,
    version: (naming && versionNamed(exchange, naming)) ?? '',
    ...(id === undefined ? {} : { id }),
    ...(externalId === undefined ? {} : { externalId }),
    path: [...parametersOf(exchange, template), owner, id].filter((value) => value !== undefined),
  }
}

const isCreation = (exchange: Exchange, route: string): boolean =>
  exchange.request.method === 'POST' &&
  !exchange.isReplay &&
  !route.startsWith('post /sandbox/') &&
  isSuccess(exchange)

/** Keeps account of what a run creates, and keeps it below a cap. */
export class Creations {
  readonly #most: number
  readonly #naming: VersionNaming | undefined
  #count = 0
  #underWay = 0
  #created: Created[] = []

  /** @param naming how calls name the version under which a thing is created; undefined where there are none */
  constructor(most = defaultMostCreations, naming?: VersionNaming) {
    this.#most = most
    this.#naming = naming
  }

  /**
   * Sends what may create something.
   * @throws Skip when the cap is reached.
   */
  async within<T>(send: () => Promise<T>): Promise<T> {
    if (this.#count + this.#underWay >= this.#most) {
      throw new Skip(
        `the run has created ${counted(this.#most, 'thing')}, its cap; raise it with --max-creations`,
        'creations',
      )
    }
    this.#underWay++
    try {
      return await send()
    } finally {
      this.#underWay--
    }
  }

  /** Takes note of an answer; what creates nothing leaves no trace. */
  look(exchange: Exchange, route: string | undefined): void {
    if (route === undefined || !isCreation(exchange, route)) return
    this.#count++
    this.#created.push(describe(exchange, route, this.#naming))
  }

  /** How many things may still be created. */
  get left(): number {
    return Math.max(0, this.#most - this.#count)
  }

  /** Resources created since the last call. */
  take(): Created[] {
    const taken = this.#created
    this.#created = []
    return taken
  }
}

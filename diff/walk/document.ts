import { member, textOf } from '../../document/index.js'
import { childOf, type Fragment, itemsOf } from '../fragments/fragment.js'
import { ofBoth, type Visit, type Walker } from '../engine/node.js'
import { nameOf, fragmentsOf } from './operation.js'
import { noteMaps, noteMembers, noteProse } from './prose.js'
import { routesOf } from './routes.js'
import { compareRootServers } from './servers.js'
import { operationKind, operationsIn, type Operation, webhooksOf } from './operations.js'

const enter = (visit: Visit, from: Operation | undefined, to: Operation | undefined): void => {
  const one = to ?? from
  if (one === undefined) return
  const isWebhook = operationKind(one.entry) === 'webhook'
  const use = {
    operation: isWebhook ? `webhook ${nameOf(one)}` : nameOf(one),
    ...(one.id === undefined ? {} : { operationId: one.id }),
  }
  // The service sends webhooks, so their bodies have the direction of responses.
  visit.enter('operation', fragmentsOf(from), fragmentsOf(to), {
    flow: isWebhook ? 'response' : 'request',
    naming: () => use,
  })
}

const comparePaths = (visit: Visit, from: Fragment, to: Fragment): void => {
  const { pairs } = routesOf(from.document, to.document)
  for (const pair of pairs) enter(visit, pair.from, pair.to)
}

const compareWebhooks = (visit: Visit, from: Fragment, to: Fragment): void => {
  const [old, fresh] = [operationsIn(webhooksOf(from)), operationsIn(webhooksOf(to))]
  for (const key of new Set([...old.keys(), ...fresh.keys()])) enter(visit, old.get(key), fresh.get(key))
}

const tagsOf = (root: Fragment): Map<string, Fragment> =>
  new Map(
    itemsOf(childOf(root, 'tags')).flatMap((fragment) => {
      const name = textOf(member(fragment.value, 'name'))
      return name === undefined ? [] : [[name, fragment] as const]
    }),
  )

const infoKeys = ['title', 'version', 'termsOfService', 'contact', 'license']

export const compareDocument: Walker = ofBoth((visit, from, to) => {
  noteMembers(visit, from, to, ['openapi', 'jsonSchemaDialect'], 'info-changed')
  const [old, fresh] = [childOf(from, 'info') ?? from, childOf(to, 'info') ?? to]
  noteMembers(visit, old, fresh, infoKeys, 'info-changed')
  noteProse(visit, old, fresh)
  noteProse(visit, from, to)
  noteMaps(visit, [from, to], [tagsOf(from), tagsOf(to)], 'tag', (one, other) => noteProse(visit, one, other))
  compareRootServers(visit, from, to)
  comparePaths(visit, from, to)
  compareWebhooks(visit, from, to)
})

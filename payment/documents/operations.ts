import { hasChange, versionOf } from '../../versions/index.js'
import { namedOperations } from '../tables/operations.js'
import { documentedRails } from './reads.js'
import { contradicts, type Judge, lacks } from './view.js'

/** Judges whether a document has the operations that the specification describes. */
export const namedOperationJudge: Judge = ({ operations, version }) =>
  namedOperations.flatMap(([method, template]) => {
    const operation = operations.find(method, template)
    const route = `${method.toUpperCase()} ${template.replaceAll('{}', '{…}')}`
    if (!operation) return [contradicts(`the document of ${version} lacks ${route}`, '#/paths')]
    const message = `${route} is not deprecated by the specification; the document marks it`
    return operation.deprecated ? [lacks(message, operation.pointer)] : []
  })

/** Judges the FedNow member of deposit_rails, which depends on the version. */
export const railJudge: Judge = (view) => {
  const listed = documentedRails(view)
  if (!listed) return undefined
  const isDue = hasChange(view.version, 'fednow-rail')
  const since = versionOf('fednow-rail')
  const message = isDue
    ? `deposit_rails can have a FedNow member from ${since} on; the document lists none`
    : `the document lists a FedNow member of deposit_rails, which comes with ${since}`
  const pointer = view.operations.find('get', '/autoramps/{}')?.pointer
  return listed.has('FedNow') === isDue ? [] : [contradicts(message, pointer)]
}

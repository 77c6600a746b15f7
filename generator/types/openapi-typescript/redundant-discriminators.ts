import { isObject, locationsOf } from '../../../document/index.js'
import { isRedundant } from '../constructs/discriminators.js'
import { References, type Tree } from '../reading/references.js'

/**
 * Removes redundant discriminators: if every branch declares its tag, the library would add it again; without
 * branches, it would add names of schemas to everything that extends the base.
 * @param document its root is changed in place
 */
export function removeRedundantDiscriminators(document: Tree): void {
  const references = new References(document)
  for (const { node, kind } of locationsOf(document.root)) {
    if (kind === 'schema' && isObject(node) && 'discriminator' in node && isRedundant(node, references)) {
      Reflect.deleteProperty(node, 'discriminator')
    }
  }
}

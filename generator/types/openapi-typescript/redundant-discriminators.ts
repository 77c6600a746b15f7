import { isObject, locationsOf } from '../../../document/index.js'
import { isRedundant } from '../constructs/discriminators.js'
import { References, type Tree } from '../reading/references.js'

/**
 * Takes out the discriminators that tell nothing new: where every branch says the value of its tag, the library would
 * add it once more; where there are no branches, it would write names of schemas into whatever is made of the base.
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

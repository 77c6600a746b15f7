import { isObject, locationsOf } from '../../../document/index.js'
import { isSaid } from '../constructs/discriminators.js'
import { References, type Tree } from '../rampart/references.js'

/**
 * Takes out the discriminators that tell nothing new: where every branch says the value of its tag, the library would
 * add it once more; where there are no branches, it would write names of schemas into whatever is made of the base.
 * @param document its root is changed in place
 */
export function leaveSaidTags(document: Tree): void {
  const references = new References(document)
  for (const { node, kind } of locationsOf(document.root)) {
    if (kind === 'schema' && isObject(node) && 'discriminator' in node && isSaid(node, references)) {
      Reflect.deleteProperty(node, 'discriminator')
    }
  }
}

import { isObject } from '../../load/pointer.js';
import { placesOf } from '../../load/walk.js';
import { isSaid } from '../constructs/discriminators.js';
import { References } from '../rampart/references.js';
/**
 * Takes out the discriminators that tell nothing new: every branch says the value of its tag. The library would add
 * that value to the branches once more.
 * @param document its root is changed in place
 */
export function leaveSaidTags(document) {
    const references = new References(document);
    for (const { node, kind } of placesOf(document.root)) {
        if (kind === 'schema' && isObject(node) && 'discriminator' in node && isSaid(node, references)) {
            Reflect.deleteProperty(node, 'discriminator');
        }
    }
}

import { nodesOnCycles } from './cycles.js';
import { once } from './once.js';
import { isObject, pointerOf, resolvePointer, segmentsOf } from './pointer.js';
import { collectReferences } from './references.js';
const lists = new Set(['allOf', 'anyOf', 'oneOf']);
const singles = new Set(['not', 'if', 'then', 'else']);
const normal = (ref) => pointerOf(...segmentsOf(ref));
const stepsInPlace = (path) => {
    const [before = '', last = ''] = path.slice(-2);
    if (/^\d+$/.test(last) && lists.has(before))
        return 2;
    if (before === 'dependentSchemas')
        return 2;
    return singles.has(last) ? 1 : 0;
};
const withOwners = (reference) => {
    const { path, ref } = reference;
    const target = normal(ref);
    const found = [];
    let end = path.length;
    for (let steps = 0; found.length === 0 || steps > 0; steps = stepsInPlace(path.slice(0, end))) {
        end -= steps;
        found.push({ reference, owner: pointerOf(...path.slice(0, end)), below: path.slice(end), target });
    }
    return found;
};
const inPlaceOf = once(withOwners);
const edgesOf = (places) => places.map(({ owner, target }) => ({ from: owner, to: target }));
const looping = (places) => {
    // Hardly any schema that refers to others is referred to itself: the rest need not be made a graph of.
    const targets = new Set(places.map(({ target }) => target));
    const referred = places.filter(({ owner }) => targets.has(owner));
    const nodes = nodesOnCycles(edgesOf(referred));
    return nodes.size === 0 ? [] : referred.filter(({ owner, target }) => nodes.has(owner) && nodes.has(target));
};
const loopIn = once((root) => looping(collectReferences(root).flatMap(inPlaceOf)));
/** References that lead back to themselves through references alone: nothing stands behind them. */
export function endlessReferences(root) {
    const own = loopIn(root).filter(({ below }) => below.length === 0);
    return looping(own).map(({ reference }) => reference);
}
const without = (list, index) => Array.isArray(list) ? list.filter((_item, at) => String(at) !== index) : list;
/** What a looping reference means once the way back is left out: the target without the keywords on the loop. */
const straightened = (root, pointer, loop) => {
    const target = resolvePointer(root, pointer);
    const copy = isObject(target) ? { ...target } : {};
    for (const { owner, below } of loop.toReversed()) {
        if (owner !== pointer)
            continue;
        const [keyword = '$ref', index] = below;
        if (keyword === 'allOf')
            copy['allOf'] = without(copy['allOf'], index);
        else
            delete copy[keyword];
        if (keyword === 'oneOf' || keyword === 'anyOf')
            delete copy['discriminator'];
    }
    return structuredClone(copy);
};
const replaceReference = (root, path, by) => {
    const holder = resolvePointer(root, pointerOf(...path.slice(0, -1)));
    const node = resolvePointer(root, pointerOf(...path));
    if (typeof holder !== 'object' || holder === null || !isObject(node))
        return;
    const { $ref: _ref, ...siblings } = node;
    const value = Object.keys(siblings).length === 0 ? by : { allOf: [by, siblings] };
    Object.defineProperty(holder, path.at(-1) ?? '', {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
    });
};
/**
 * Cuts loops such as `Pet` being `oneOf` `Cat`, and `Cat` being `allOf` `Pet`: read literally, judging a value
 * never ends. The `allOf` of such a loop gets its target without the union that leads back, which is what the
 * author means. Documents without loops come back as they are.
 */
export function breakLoops(root) {
    const loop = loopIn(root);
    if (loop.length === 0)
        return { root, changed: [] };
    const throughAllOf = loop.filter(({ below }) => below.includes('allOf'));
    const cut = throughAllOf.length > 0 ? throughAllOf : loop;
    const paths = new Map(cut.map((place) => [pointerOf(...place.reference.path), place]));
    const copy = structuredClone(root);
    for (const { reference, target } of paths.values()) {
        replaceReference(copy, reference.path, straightened(root, target, loop));
    }
    const rest = breakLoops(copy);
    return {
        root: rest.root,
        changed: [...[...paths.values()].map(({ reference }) => reference.path), ...rest.changed],
    };
}

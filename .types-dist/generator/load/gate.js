import { RampartError } from '../../diagnostics/index.js';
import { methods } from './methods.js';
import { isObject, pointerOf, resolvePath, resolvePointer } from './pointer.js';
import { endlessReferences } from './loops.js';
import { deadReferences } from './references.js';
import { misshapen } from './shapes.js';
const error = (file, pointer, message) => ({
    code: 'DOCUMENT_INVALID',
    severity: 'error',
    message,
    where: { file, pointer },
});
/**
 * The dialect of a document, by its `openapi` field.
 * @throws RampartError DOCUMENT_UNSUPPORTED for anything that is not OpenAPI 3.0, 3.1 or 3.2.
 */
export function dialectOf(root, file) {
    const version = isObject(root) ? root['openapi'] : undefined;
    if (typeof version === 'string' && /^3\.0\.\d/.test(version))
        return '3.0';
    if (typeof version === 'string' && /^3\.[12]\.\d/.test(version))
        return '2020-12';
    const what = describe(root);
    throw new RampartError('DOCUMENT_UNSUPPORTED', {
        message: `${file}: expected an OpenAPI 3.x document, found ${what}`,
        where: { file, pointer: '#/openapi' },
    });
}
const describe = (root) => {
    const isNothing = root === null || root === undefined;
    if (!isObject(root))
        return Array.isArray(root) ? 'an array' : isNothing ? 'nothing' : `a bare ${typeof root}`;
    if ('swagger' in root)
        return `Swagger ${JSON.stringify(root['swagger'])}`;
    if ('openapi' in root)
        return `"openapi": ${JSON.stringify(root['openapi'])}`;
    return 'an object without "openapi"';
};
const deepest = 400;
/** Path of the first place below `levels` levels. Also finds what has no end: YAML can hold itself by an alias. */
const placeBelow = (node, passed, levels) => {
    if (typeof node !== 'object' || node === null || node === passed)
        return undefined;
    if (levels === 0)
        return [];
    for (const key of Object.keys(node)) {
        const found = placeBelow(Reflect.get(node, key), resolvePath(passed, [key]), levels - 1);
        if (found)
            return [key, ...found];
    }
    return undefined;
};
const unresolved = (root, file) => deadReferences(root).map(({ ref, path }) => {
    const what = resolvePointer(root, ref) === undefined ? 'nothing' : 'no object';
    return error(file, pointerOf(...path), `"${ref}" names ${what} in this document`);
});
const endless = (root, file) => endlessReferences(root).map(({ ref, path }) => error(file, pointerOf(...path), `"${ref}" is a reference to itself through references alone`));
const oddPaths = (root, file) => Object.entries(isObject(root['paths']) ? root['paths'] : {}).flatMap(([path, item]) => {
    if (path.startsWith('x-') || !isObject(item))
        return [];
    if (!path.startsWith('/'))
        return [error(file, pointerOf('paths', path), 'a path starts with a slash')];
    return methods
        .filter((method) => method in item && !isObject(item[method]))
        .map((method) => error(file, pointerOf('paths', path, method), 'an operation is not an object'));
});
/**
 * Refuses what no other step could read: a document that is nested without end.
 * @param passed the root of a document that has passed, and that may have parts in common with this one
 * @throws RampartError DOCUMENT_INVALID.
 */
export function gateDepth(root, file, passed) {
    const place = placeBelow(root, passed, deepest);
    if (place === undefined)
        return;
    const message = `nested more than ${deepest} levels deep`;
    refuse([error(file, pointerOf(...place.slice(0, 6)), message)], file);
}
/**
 * Refuses a document that generated code could not be right about, with all of its problems at once.
 * @throws RampartError DOCUMENT_INVALID.
 */
export function gate(root, file) {
    refuse([
        ...misshapen(root).map(({ path, message }) => error(file, pointerOf(...path), message)),
        ...oddPaths(root, file),
        ...unresolved(root, file),
        ...endless(root, file),
    ], file);
}
const refuse = (problems, file) => {
    if (problems.length === 0)
        return;
    const noun = problems.length === 1 ? 'problem' : 'problems';
    throw new RampartError('DOCUMENT_INVALID', {
        message: `${file}: ${problems.length} ${noun} in the document`,
        where: { file },
        problems,
    });
};

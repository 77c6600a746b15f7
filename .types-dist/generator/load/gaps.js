import { pointerOf } from './pointer.js';
import { deadReferences } from './references.js';
import { misshapen } from './shapes.js';
import { placesOf } from './walk.js';
const gapsOf = (root) => [
    ...deadReferences(root).map(({ path, ref }) => ({ path, reason: `"${ref}" names nothing` })),
    ...misshapen(root).flatMap(({ schema, message }) => schema === undefined ? [] : [{ path: schema, reason: message }]),
];
const noteOf = (file, { path, reason }) => ({
    code: 'DOCUMENT_NOTE',
    severity: 'warning',
    message: `${reason}; in its place anything is accepted`,
    where: { file, pointer: pointerOf(...path) },
});
// Wherever a reference or a schema may stand there may be a description, which readers of the code get to see.
const left = (reason) => ({ description: `A gap: ${reason}.` });
/**
 * Replaces references that name nothing, and schemas that are none: by a schema that accepts anything, and where
 * something else than a schema is due, by nothing at all. What is left says in a description what it lacks.
 */
export function fillGaps(root, file) {
    const found = gapsOf(root);
    if (found.length === 0)
        return { root, problems: [] };
    const gaps = new Map(found.map(({ path, reason }) => [pointerOf(...path), reason]));
    const copy = structuredClone(root);
    const shortened = [];
    for (const { node, path, kind } of placesOf(copy)) {
        if (typeof node !== 'object' || node === null)
            continue;
        for (const key of Object.keys(node)) {
            const reason = gaps.get(pointerOf(...path, key));
            const isSchema = kind === 'schema' || kind === 'schemas' || key === 'schema' || key === 'schemas';
            if (reason !== undefined && (isSchema || !Array.isArray(node)))
                Reflect.set(node, key, left(reason));
        }
        if (Array.isArray(node) && kind === 'map')
            shortened.push(() => removeGaps(node, path, gaps));
    }
    // Last of all: what stands behind a gap in a list has another path without it.
    for (const shorten of shortened)
        shorten();
    // A reference into what is a gap now names nothing any more.
    const rest = fillGaps(copy, file);
    return { root: rest.root, problems: [...found.map((gap) => noteOf(file, gap)), ...rest.problems] };
}
const removeGaps = (list, path, gaps) => {
    const kept = list.filter((_item, index) => !gaps.has(pointerOf(...path, index)));
    list.splice(0, list.length, ...kept);
};

const grouped = (edges) => {
    const groups = new Map();
    for (const edge of edges) {
        const group = groups.get(edge.from);
        if (group)
            group.push(edge);
        else
            groups.set(edge.from, [edge]);
    }
    return groups;
};
const reversed = (edges) => edges.map(({ from, to }) => ({ from: to, to: from }));
/** Removes, again and again, every edge that leads to where no edge starts. */
const withoutDeadEnds = (edges) => {
    const degree = new Map([...grouped(edges)].map(([from, group]) => [from, group.length]));
    const arriving = grouped(reversed(edges));
    const dead = [...arriving.keys()].filter((node) => !degree.has(node));
    for (let node = dead.pop(); node !== undefined; node = dead.pop()) {
        for (const { to: earlier } of arriving.get(node) ?? []) {
            const left = (degree.get(earlier) ?? 0) - 1;
            if (left > 0)
                degree.set(earlier, left);
            else {
                degree.delete(earlier);
                dead.push(earlier);
            }
        }
    }
    return edges.filter(({ from, to }) => degree.has(from) && degree.has(to));
};
/** The nodes that lie on a cycle, or on a way from one cycle to another. Linear in the number of edges. */
export function nodesOnCycles(edges) {
    const left = reversed(withoutDeadEnds(reversed(withoutDeadEnds(edges))));
    return new Set(left.flatMap(({ from, to }) => [from, to]));
}

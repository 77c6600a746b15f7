import { createRequire } from 'node:module';
import { Ambiguity } from './ambiguity.js';
import { automatonOf } from './automaton.js';
import { PatternTooLarge, Positions } from './positions.js';
// A pattern that is not bound to the start takes the square of the length easily, and many do.
const highestDegree = 2;
const mostNodes = 20_000;
const loop = /[*+]|,\}/g;
const repeatedGroup = /\)[*+{]/;
/** Without a group that is repeated and with one loop at most, time cannot grow with more than the square. */
const isPlainlyFast = (pattern) => !repeatedGroup.test(pattern) && (pattern.match(loop) ?? []).length < highestDegree;
// What an engine tries in some tenths of a second.
const mostTries = 100_000_000;
/** The longest text that so many loops in a row can be tried on: they share it in length ** degree / degree! ways. */
const longestFor = (degree) => {
    let factorial = 1;
    for (let factor = 2; factor <= degree; factor++)
        factorial *= factor;
    return Math.floor((mostTries * factorial) ** (1 / degree));
};
/** What a pattern is where no table can be made of it; undefined when it needs none. */
const withoutTable = (read) => {
    if (new Ambiguity(read('loops')).isExponential())
        return 'endless';
    const degree = new Ambiguity(read('unbounded')).degree();
    return degree > highestDegree ? { most: longestFor(degree) } : undefined;
};
const tableOf = (read, all, { CharBase }) => {
    try {
        const exact = read('exact');
        return exact.isPartial ? undefined : automatonOf(exact, new CharBase([all, ...exact.sets]).sets);
    }
    catch (error) {
        if (error instanceof PatternTooLarge)
            return undefined;
        throw error;
    }
};
const judge = (pattern, library) => {
    const { CharSet, JS } = library;
    const { expression, maxCharacter } = JS.Parser.fromLiteral({ source: pattern, flags: 'u' }).parse({
        backreferences: 'unknown',
        maxBackreferenceWords: 0,
        maxNodes: mostNodes,
        simplify: false,
    });
    const all = CharSet.all(maxCharacter);
    const read = (reading) => new Positions(expression, all, reading);
    const otherwise = withoutTable(read);
    return otherwise === undefined ? 'plain' : (tableOf(read, all, library) ?? otherwise);
};
const judgeWhole = (pattern) => {
    // Loaded only here: few documents have a pattern that has to be looked at.
    const library = createRequire(import.meta.url)('refa');
    try {
        return judge(pattern, library);
    }
    catch (error) {
        if (error instanceof PatternTooLarge || error instanceof library.TooManyNodesError)
            return 'endless';
        throw error;
    }
};
const known = new Map();
/** Judges a pattern that compiles with the `u` flag: by what is written in it alone, and never by a clock. */
export function judgePattern(pattern) {
    if (isPlainlyFast(pattern))
        return 'plain';
    const judgement = known.get(pattern) ?? judgeWhole(pattern);
    known.set(pattern, judgement);
    return judgement;
}

// The names of formats, from which the command line takes its choices. A name without a printer does not compile.

/** `rampart diff --format`; printed by `diff/reports/formats.ts`. */
export const diffFormats = ['text', 'markdown', 'github-comment', 'html', 'json', 'sarif', 'github'] as const

export type DiffFormat = (typeof diffFormats)[number]

/** `rampart changelog --format`; printed by `diff/reports/changelog/`. */
export const changelogFormats = ['markdown', 'html', 'json'] as const

export type ChangelogFormat = (typeof changelogFormats)[number]

/** `rampart rules --format`; printed by `bin/rules/`. */
export const ruleFormats = ['text', 'json', 'markdown'] as const

export type RuleFormat = (typeof ruleFormats)[number]

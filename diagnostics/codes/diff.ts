import type { ErrorEntry } from './error-entry.js'

export const diffErrors = {
  DIFF_DRIFT: {
    exit: 1,
    title: 'A published version changed more than the policy allows.',
    fix: 'Revert the changes or publish them under a new date. Allow intended changes with --allow FILE, each with a reason.',
  },
  DIFF_MUST_MINT: {
    exit: 1,
    title: 'The newer document has changes that need a new version, and no date.',
    fix: 'Publish it under a new date, or allow changes with --allow FILE, each with a reason.',
  },
  POLICY_INVALID: {
    exit: 2,
    title: 'A configured policy cannot be used.',
    fix: 'Compare it with the published schema, rampart/policy.schema.json.',
  },
  ALLOW_INVALID: {
    exit: 2,
    title: 'The list of allowed changes cannot be used.',
    fix: 'Compare it with the published schema, rampart/allow.schema.json.',
  },
  GIT_UNREADABLE: {
    exit: 2,
    title: 'A document could not be read from git.',
    fix: 'Give --from-git a revision and a path as git takes them: main:specs/2026-08-01.json, or main:./x.json for a path below this folder. In CI, fetch that revision first.',
  },
  TYPESCRIPT_MISSING: {
    exit: 2,
    title: 'No usable TypeScript is installed in the project or beside rampart.',
    fix: 'Install it in the project: npm install --save-dev typescript@5',
  },
  IMPACT_UNUSABLE: {
    exit: 2,
    title: 'The named project cannot be examined.',
    fix: 'Name a folder, or a tsconfig.json, whose files import code that was generated from one of the documents.',
  },
  UPGRADE_DUE: {
    exit: 1,
    title: 'The project must change before it can use the newer version.',
    fix: 'Work through the checklist, and rehearse again.',
  },
  UPGRADE_UNCOMMITTED: {
    exit: 2,
    title: 'Files with uncommitted changes are not rewritten.',
    fix: 'Commit first, or pass --allow-dirty.',
  },
} as const satisfies Record<string, ErrorEntry>

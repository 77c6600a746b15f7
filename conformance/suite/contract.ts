import { preflight as preflightOf } from '../engine/preflight/preflight.js'
import { assembleReport as reportOf } from '../engine/runner/assemble-report.js'
import { openRun as openRunOf } from '../engine/runner/open-run.js'
import type { Registry } from '../engine/runner/registry.js'
import { runPlan as runPlanOf } from '../engine/runner/run-plan.js'
import { foresee as foreseeOf } from '../engine/schedule/foresee.js'
import { schedule as scheduleOf, selectRules as selectRulesOf } from '../engine/schedule/schedule.js'
import {
  knownTags as knownTagsOf,
  selectTags as selectTagsOf,
  unknownTags as unknownTagsOf,
} from '../engine/schedule/tags.js'
import { registry } from './registry.js'

// The engine judges whatever registry it is given: here it is given the rules of the specification.
const judging =
  <Arguments extends readonly unknown[], Result>(run: (registry: Registry, ...rest: Arguments) => Result) =>
  (...rest: Arguments): Result =>
    run(registry, ...rest)

/** Puts a run's parts together into its report. */
export const assembleReport = judging(reportOf)

/** What a plan comes to, step by step, without asking the service for anything. */
export const foresee = judging(foreseeOf)

/** Every tag that some rule has. */
export const knownTags = judging(knownTagsOf)

/** Opens a run whose steps are judged one by one by a test runner of the user's own. */
export const openRun = judging(openRunOf)

/**
 * Asks the service for one harmless thing. @throws RampartError SERVICE_UNREACHABLE, SERVICE_REFUSED_KEY or
 * SERVICE_NOT_AN_API.
 */
export const preflight = judging(preflightOf)

/** Judges every step of a plan without a test runner. */
export const runPlan = judging(runPlanOf)

/** All steps of a plan, version by version, the service as a whole first. */
export const schedule = judging(scheduleOf)

/** Ids of the rules that patterns select: an exact id, or one with `*` for any text. */
export const selectRules = judging(selectRulesOf)

/** Those of some rules that have at least one of the tags, and none of those written as `not:TAG`. */
export const selectTags = judging(selectTagsOf)

/** The names of those of some tags that no rule has. */
export const unknownTags = judging(unknownTagsOf)

import { changingVerbs, settingVerbs } from '../resources/names.js'

// Words of paths, ids of operations and members of bodies, by which a request says what it does.

/** Names of operations that end the session of the caller. */
export const endingSession = /(?:^|[/_.-]|\b)(?:log-?out|sign-?out|impersonat)/i

/** Names of operations that stop something, or the service where no id says what, which a test cannot undo. */
export const ending = /(?:^|[/_.-]|\b)(?:shut-?down|restart|reboot|factory-?reset|terminate)/i

/** Names of operations that empty or reload something, which a test cannot undo. */
export const wiping = /(?:^|[/_.-]|\b)(?:reload|wipe|purge)/i

const ofMany = (verbs: string): RegExp =>
  new RegExp(String.raw`(?:^|[/_.-]|\b)(?:${verbs})(?:[-_]?all)?(?:$|[/_.-]|\b)`, 'i')

const emptyingVerbs = 'clear|reset|truncate|destroy|prune|flush'

/** Names of operations that delete much at once, with any method. */
export const clearing = ofMany(`${emptyingVerbs}|clean(?:[-_]?up)?|drop|delete|remove|restore|import`)

/** Names of operations after which hardly anything is left, of the run's own things too. */
export const emptying = ofMany(`${emptyingVerbs}|wipe|purge`)

/** Names of actions that change things; without an id in the path, all of them. */
export const changing = new RegExp(`[/:_.-](?:${changingVerbs})(?:$|[_.-])[^/]*$`, 'i')

/**
 * Names of actions that, where a body need not say on what they act, act on all things or on those of the caller:
 * `POST /cart/checkout`, `POST /messages/mark-read`.
 */
export const acting =
  /[/:_.-](?:check-?out|submit|commit|roll-?back|revert|undo|redo|migrate|promote|demote|swap|merge|reassign|requeue|drain|mark|ban|mute|re-?index|rebuild|rescan|vacuum|optimi[sz]e|repair|approve|reject|accept|decline|(?:un)?publish|(?:un)?deploy|(?:un)?install|(?:un)?assign|transfer|withdraw|refund|redeem|settle|empty|run|retry|trigger|process|seen|[a-z]+[-_]all)(?:$|[_.-])[^/]*$/i

/** Names of actions that take something which the service chooses, or change several things: `POST /jobs/claim`. */
export const taking =
  /[/:_.-](?:(?:receive|dequeue|consume|pop|claim|next|sync(?:hronize)?)(?:$|[_.-])|(?:bulk|batch)[-_](?!create|add|insert))[^/]*$/i

/** Names of functions that change what there is, such as `setCors`; without an id in the path, whatever it is. */
export const changes = new RegExp(`^(?:${settingVerbs}|(?:de)?activate)(?=[-_.]|$)`, 'i')

/** Names of functions that change things, which some services call by GET: `GET /deletePad`, but not `/change-log`. */
export const writing = new RegExp(
  `^(?:create|add|insert|append|delete|remove|destroy|drop|save|restore|reset|copy|move|rename|send|${settingVerbs})(?=[-_.]|$)(?!.*[-_.](?:logs?|history|count|status|stats)$)`,
  'i',
)

/** Paths of what there is one of. */
export const single =
  /[/_.-](?:(?:settings|preferences|config(?:uration)?)|(?:schema|model|policy|acl)[/_.-](?:write|save|put|apply))$/i

/** Names of modes in which a service refuses writes, in paths with what turns them on. */
export const closing =
  /(?:^| )(?:maintenance|read ?only|lock ?down)(?: mode)?(?: (?:on|enable|activate|start|set|toggle))?$/

/** Paths of the account that calls: a change of it, or of its password, may end what its credentials permit. */
export const ofCaller =
  /[/_.-](?:(?:change|reset|set|update)?(?:pass(?:word|wd|phrase|code)|pw)|two-?factor|[2m]fa|t?otp|(?:allow|deny|block|white|black)(?:ed)?[-_]?(?:list|ips?)|(?:reset|revoke|regenerate|rotate)[-_](?:\w+[-_])?(?:token|key|session)s?|(?:token|key|session)s?[/_-](?:reset|revoke|regenerate|rotate))(?:$|[/_.-])|\/(?:me|self|myself|current(?:[/_-](?:user|account))?)$/i

/** Paths at which a PUT, PATCH or DELETE is about the account that calls; a POST logs in there. */
export const ofCallerItself = /\/(?:auth|account)$/i

/** Paths of what a login gave to the caller, which a DELETE takes away. */
export const ofLogin =
  /\/(?:(?:(?:api|access|auth|current)[-_])?(?:token|session|authentication|login)s?|(?:api|access|auth|secret)[-_]?keys?)$/i

/** Paths of the one key of the caller, which a new one replaces, but not `/verify/api-key`. */
export const ofOneKey = /(?<!\/(?:check|test|validate|verify))[/_.-](?:api|access|auth|secret)[-_]?key$/i

/** Names of actions after which a thing is not found at its address, or another is in its position. */
export const moving = /(?:[/:_.-](?:rename|move|relocate)(?:[-_][^/]*)?|[/:](?:up|down))\/?$/i

/** Members of a body that say what is to be done. */
export const actions = /^(?:action|operation|op|command|cmd|method)$/i

/** Names of members that have what is to be deleted. */
export const deleting = /(?:^| )(?:delete|remove|destroy|drop|purge|erase)(?: |$)/

/** Names of functions that read or copy a thing. */
export const leaving =
  /^(?:get|list|find|search|count|check|show|read|fetch|validate|verify|preview|describe|test|export|download|copy|clone|duplicate) /

/** Names of functions that bring a thing elsewhere: `push_to_queue`. */
export const bringing = /^[a-z]+ (?:to|from|into) /

/** Names of functions that end something of the service, where no id follows. */
export const stopping = /^(?:stop|halt|kill)$/i

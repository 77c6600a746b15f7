/**
 * Rules that the evidence of a fault breaks besides the rule that the fault is named after, each with the reason. By
 * name of the fault; one that does not stand here is told by its own rule and by no other.
 */
export type AlsoBroken = Readonly<Record<string, Readonly<Record<string, string>>>>

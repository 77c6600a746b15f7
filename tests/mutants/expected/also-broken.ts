/**
 * Rules that the evidence of a fault breaks besides the rule that the fault is named after, each with the reason. By
 * name of the fault; one that does not stand here is told by its own rule and by no other.
 */
export type AlsoBroken = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * Rules whose requests show a fault that the rules due only look at, and operations whose cases do. By name of the
 * fault.
 */
export type ShownBy = Readonly<
  Record<string, { readonly rules?: readonly string[]; readonly calls?: readonly string[] }>
>

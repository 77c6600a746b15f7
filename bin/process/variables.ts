/** True for a value that says something: a variable that is blank was forgotten. */
export function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}

// As variables are named everywhere, and unlike keys: somebody may have given the key itself for a name.
const isPlainName = (name: string): boolean => /^[A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,16})*$/.test(name)

/**
 * That a variable which an option names holds nothing.
 * @param name is repeated only where it cannot be a secret
 */
export function unsetText(option: string, name: string, value: string | undefined): string {
  const what = value === undefined ? 'is not set' : 'is blank'
  return isPlainName(name)
    ? `${name}, which ${option} names, ${what}`
    : `the variable that ${option} names ${what} (its name is not repeated: it may be the secret itself)`
}

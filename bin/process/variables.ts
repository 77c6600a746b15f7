/** True for a value that is not blank; a blank variable counts as forgotten. */
export function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== ''
}

// Names of variables are in capitals everywhere, and keys are not: the value may be the key itself.
const isPlainName = (name: string): boolean => /^[A-Z][A-Z0-9]{0,15}(_[A-Z0-9]{1,16})*$/.test(name)

/**
 * The message for a variable that an option names and that is empty or not set.
 * @param name is repeated only where it cannot be a secret
 */
export function unsetText(option: string, name: string, value: string | undefined): string {
  const what = value === undefined ? 'is not set' : 'is blank'
  return isPlainName(name)
    ? `${name}, which ${option} names, ${what}`
    : `the variable that ${option} names ${what} (its name is not repeated: it may be the secret itself)`
}

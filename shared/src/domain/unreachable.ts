/** For the default of a switch over a closed set: a new member does not compile until it is handled. */
export function assertUnreachable(value: never): never {
  throw new TypeError(`not handled: ${JSON.stringify(value)}`)
}

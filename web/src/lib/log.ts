/** The browser's log: for whoever looks into why a screen shows an error. */
export function logError(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the one place that writes there
  console.error(what, error)
}

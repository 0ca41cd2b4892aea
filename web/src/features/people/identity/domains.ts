/** Whether the site takes accounts of this address; sub-domains count as theirs. The server decides again. */
export function isDomainAccepted(
  email: string,
  { allowed, forbidden }: { allowed: readonly string[]; forbidden: readonly string[] },
): boolean {
  const domain = email.split('@').at(-1)?.trim().toLowerCase() ?? ''
  const isOf = (list: readonly string[]) => list.some((one) => domain === one || domain.endsWith(`.${one}`))
  return !isOf(forbidden) && (allowed.length === 0 || isOf(allowed))
}

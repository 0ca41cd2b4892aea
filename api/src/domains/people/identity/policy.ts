import type { Account } from './repository.ts'

/** Who may have a session at all. Approval counts only while the site asks for it (ID-051). */
export function mayUsePlatform(
  account: Pick<Account, 'email_verified_at' | 'blocked_at' | 'deleted_at' | 'approval_state' | 'approve_users'>,
): boolean {
  if (account.deleted_at !== null || account.blocked_at !== null || account.email_verified_at === null) return false
  return account.approval_state === 'approved' || !account.approve_users
}

/**
 * A domain and everything below it: forbidding spam.com forbids mail.spam.com too. A forbidden one is refused even
 * where it is allowed.
 */
export function isEmailDomainAllowed(email: string, lists: { allowed: readonly string[]; forbidden: readonly string[] }): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const isBelow = (listed: string) => domain === listed.toLowerCase() || domain.endsWith(`.${listed.toLowerCase()}`)
  return !lists.forbidden.some(isBelow) && (lists.allowed.length === 0 || lists.allowed.some(isBelow))
}

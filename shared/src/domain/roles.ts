import type { Role } from './states.ts'

/** Whether an account with these roles administers the site. */
export function isAdmin(roles: readonly string[]): boolean {
  return roles.includes('ADMIN')
}

/** Whether an account with these roles may act in one of them: an administrator may act in each. */
export function hasRole(roles: readonly string[], role: Role): boolean {
  return roles.includes(role) || isAdmin(roles)
}

import { randomBytes } from 'node:crypto'
import type { Role } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { createPasswords } from '../../../domains/people/identity/passwords.ts'
import { demoId } from './ids.ts'

export interface DemoAccount {
  role: 'viewer' | 'organizer' | 'admin'
  email: string
  password: string
}

/**
 * Printed by `npm start`; they exist on demo data only, on one machine alone, and the seed refuses to run in
 * production.
 */
export const demoAccounts: readonly DemoAccount[] = [
  { role: 'viewer', email: 'viewer@e-events.example', password: 'butaca-azul-17' },
  { role: 'organizer', email: 'organizer@e-events.example', password: 'escenario-rojo-42' },
  { role: 'admin', email: 'admin@e-events.example', password: 'faro-verde-93' },
]

export const demoUserIds = {
  viewer: demoId('user/viewer'),
  organizer: demoId('user/organizer'),
  admin: demoId('user/admin'),
  /** A second organizer without a password: owns the other half of the channels. */
  colleague: demoId('user/colleague'),
}

const people = {
  viewer: { name: 'Lucía', surname: 'Ferreira', roles: ['VIEWER'] },
  organizer: { name: 'Olga', surname: 'Santamarina', roles: ['VIEWER', 'PRODUCER'] },
  admin: { name: 'Andrés', surname: 'Quintela', roles: ['VIEWER', 'ADMIN'] },
  colleague: { name: 'Bea', surname: 'Montoya', roles: ['VIEWER', 'PRODUCER'] },
} as const satisfies Record<string, { name: string; surname: string; roles: readonly Role[] }>

/**
 * Where other machines reach the demo, its passwords are nobody's to know beforehand; they stay the same over restarts.
 */
export function accountsFor(before: readonly DemoAccount[], isExposed: boolean): readonly DemoAccount[] {
  if (!isExposed) return demoAccounts
  return demoAccounts.map((account) => {
    const kept = before.find(({ email, password }) => email === account.email && password !== account.password)
    return kept ?? { ...account, password: randomBytes(12).toString('base64url') }
  })
}

export async function seedAccounts(knex: Knex, now: Date, accounts: readonly DemoAccount[], before: readonly DemoAccount[]): Promise<void> {
  const known = new Set(await knex('users').whereIn('id', Object.values(demoUserIds)).pluck<string[]>('id'))
  const passwords = createPasswords()
  for (const [key, { name, surname, roles }] of Object.entries(people)) {
    const id = demoUserIds[key as keyof typeof demoUserIds]
    const account = accounts.find(({ role }) => role === key)
    if (known.has(id)) {
      // The account has the password that was printed before; without that file the published one.
      const had = before.find(({ role }) => role === key) ?? demoAccounts.find(({ role }) => role === key)
      if (account && account.password !== had?.password)
        await knex('users')
          .where({ id })
          .update({ password_hash: await passwords.hash(account.password), password_changed_at: now })
      continue
    }
    await knex('users')
      .insert({
        id,
        email: account?.email ?? `${key}@e-events.example`,
        email_verified_at: now,
        password_hash: account ? await passwords.hash(account.password) : null,
        roles: [...roles],
        name,
        surname,
        country: 'ES',
        locale: 'es',
        time_zone: 'Europe/Madrid',
        privacy_accepted_at: now,
      })
      .onConflict()
      .ignore()
  }
}

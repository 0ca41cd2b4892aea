import type { Role } from '@e-events/shared/domain/states.ts'
import type { Knex } from 'knex'
import { createPasswords } from '../../../features/identity/passwords.ts'
import { demoId } from './ids.ts'

export interface DemoAccount {
  role: 'viewer' | 'organizer' | 'admin'
  email: string
  password: string
}

/** Printed by `npm start`; they exist on demo data only, and the seed refuses to run in production. */
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

export async function seedAccounts(knex: Knex, now: Date): Promise<void> {
  const known = new Set(await knex('users').whereIn('id', Object.values(demoUserIds)).pluck<string[]>('id'))
  const passwords = createPasswords()
  for (const [key, { name, surname, roles }] of Object.entries(people)) {
    const id = demoUserIds[key as keyof typeof demoUserIds]
    if (known.has(id)) continue
    const account = demoAccounts.find(({ role }) => role === key)
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

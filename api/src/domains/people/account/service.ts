import { isAdmin } from '@e-events/shared/domain/roles.ts'
import { randomUUID } from 'node:crypto'
import type { updateMyDataBody } from '@e-events/shared/contract/people/account.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import { limits } from '@e-events/shared/limits.ts'
import type { Storage } from '@e-events/shared/node/storage.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { squarePicture } from '../../../adapters/pictures.ts'
import { violatedConstraint } from '../../../db/errors.ts'
import type { UserRow, UserUpdate } from '../../../db/tables/people.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { AccountRepository } from './repository.ts'

type Changes = z.output<typeof updateMyDataBody>

const avatarPixels = 512

export type AccountService = ReturnType<typeof createAccount>

/** Actions of people upon their own account. */
export function createAccount(deps: {
  knex: Knex
  repository: AccountRepository
  storage: Storage
  mailer: Mailer
  /** @throws DomainError PASSWORD_WRONG */
  assertPassword(user: UserRow, password: string): Promise<void>
  clock: Clock
  log: Log
}) {
  const { knex, repository, clock } = deps

  return {
    async update(user: UserRow, changes: Changes, client: { address: string }): Promise<void> {
      await knex.transaction(async (trx) => {
        await repository.update(trx, user.id, toColumns(changes))
        if (changes.newsletter !== undefined && changes.newsletter !== user.newsletter) {
          await repository.addNewsletterConsent(trx, user, { granted: changes.newsletter, address: client.address, now: clock.now() })
        }
      })
    },

    /** @throws DomainError IMAGE_FORMAT */
    async setAvatar(user: UserRow, bytes: Uint8Array): Promise<void> {
      const picture = await squarePicture(bytes, avatarPixels)
      const storageKey = `avatars/${user.id}/${randomUUID()}.${picture.mimeType === 'image/png' ? 'png' : 'jpg'}`
      await deps.storage.put(storageKey, picture.bytes, picture.mimeType)
      await replaceAvatar(user.id, (trx) =>
        repository.addFile(trx, {
          owner_id: user.id,
          purpose: 'avatar',
          storage_key: storageKey,
          original_name: 'avatar',
          mime_type: picture.mimeType,
          size_bytes: picture.bytes.length,
          width: picture.width,
          height: picture.height,
          is_public: true,
        }),
      )
    },

    async removeAvatar(user: UserRow): Promise<void> {
      await replaceAvatar(user.id, async () => null)
    },

    /** @throws DomainError UPGRADE_STATE when it is an organizer already, or has asked */
    async requestUpgrade(user: UserRow, message: string): Promise<void> {
      if (user.roles.includes('PRODUCER')) throw new DomainError('UPGRADE_STATE')
      try {
        await repository.addRoleRequest(knex, { userId: user.id, message })
      } catch (error) {
        if (violatedConstraint(error) === 'role_requests_one_pending') throw new DomainError('UPGRADE_STATE', { cause: error })
        throw error
      }
    },

    /** @throws DomainError UPGRADE_STATE when nothing waits */
    async withdrawUpgrade(user: UserRow): Promise<void> {
      if (!(await repository.withdrawRoleRequest(user.id))) throw new DomainError('UPGRADE_STATE')
    },

    /** Asking again changes nothing. @throws DomainError PASSWORD_WRONG, LAST_ADMIN */
    async requestDeletion(user: UserRow, password: string): Promise<void> {
      await deps.assertPassword(user, password)
      await knex.transaction(async (trx) => {
        const admins = isAdmin(user.roles) ? await repository.lockWorkingAdmins(trx) : undefined
        const locked = await repository.lock(trx, user.id)
        if (!locked || locked.deletion_at !== null) return
        const somebodyStays = admins?.some((admin) => admin.id !== user.id && admin.deletion_at === null) ?? true
        if (!somebodyStays) throw new DomainError('LAST_ADMIN')
        const at = new Date(clock.nowMs() + limits.deletionGraceMs)
        await repository.update(trx, user.id, { deletion_at: at })
        const data = { name: locked.name, at: at.toISOString(), timezone: locked.time_zone }
        await deps.mailer.enqueue(trx, { template: 'deletion_requested', to: locked.email, language: locked.locale, data })
      })
    },

    async cancelDeletion(user: UserRow): Promise<void> {
      await knex.transaction(async (trx) => {
        const locked = await repository.lock(trx, user.id)
        if (!locked || locked.deletion_at === null) return
        await repository.update(trx, user.id, { deletion_at: null })
        await deps.mailer.enqueue(trx, {
          template: 'deletion_cancelled',
          to: locked.email,
          language: locked.locale,
          data: { name: locked.name },
        })
      })
    },

    listTours: repository.listTours,

    async finishTour(userId: string, tour: string): Promise<void> {
      await repository.addTour(userId, tour, clock.now())
    },

    /** @throws DomainError NOT_FOUND unless that account shows itself */
    async getPublicProfile(userId: string): Promise<UserRow> {
      const row = await repository.findPublic(userId)
      if (!row) throw new DomainError('NOT_FOUND')
      return row
    },
  }

  async function replaceAvatar(userId: string, add: (trx: Knex) => Promise<{ id: string } | null>): Promise<void> {
    const removedKey = await knex.transaction(async (trx) => {
      const locked = await repository.lock(trx, userId)
      if (!locked) throw new DomainError('UNAUTHENTICATED')
      const file = await add(trx)
      await repository.update(trx, userId, { avatar_file_id: file?.id ?? null })
      return locked.avatar_file_id === null ? undefined : repository.removeFile(trx, locked.avatar_file_id)
    })
    if (removedKey === undefined) return
    // The row is gone, so nobody reaches the object any more; one that stays behind is only space.
    await deps.storage.removeAll(removedKey).catch((error: unknown) => deps.log.warn({ err: error }, 'an old avatar stayed in the storage'))
  }
}

const columns = {
  name: 'name',
  surname: 'surname',
  country: 'country',
  language: 'locale',
  timezone: 'time_zone',
  currency: 'currency',
  description: 'description',
  newsletter: 'newsletter',
  eventReminders: 'event_reminders',
  publicProfile: 'public_profile',
  youtube: 'youtube_url',
  twitter: 'twitter_url',
  facebook: 'facebook_url',
  instagram: 'instagram_url',
  linkedin: 'linkedin_url',
  web: 'web_url',
  billingCompany: 'billing_company',
  billingNif: 'billing_nif',
  billingAddress: 'billing_address',
  billingCity: 'billing_city',
  billingPostalCode: 'billing_postal_code',
  billingCountry: 'billing_country',
  billingPrefix: 'billing_prefix',
  billingPhone: 'billing_phone',
} as const satisfies Record<keyof Changes, keyof UserUpdate>

/** An emptied field of a form is none: only name and surname may be empty text. */
function toColumns(changes: Changes): UserUpdate {
  const entries = Object.entries(changes).map(([key, value]) => {
    const column = columns[key as keyof Changes]
    return [column, value === '' && column !== 'surname' && column !== 'description' ? null : value]
  })
  return Object.fromEntries(entries) as UserUpdate
}

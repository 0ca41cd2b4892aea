import { isAdmin } from '@e-events/shared/domain/roles.ts'
import type { updateUserBody } from '@e-events/shared/contract/people/users.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { roles as allRoles, type Role } from '@e-events/shared/domain/states.ts'
import { actOnUser, userState, type UserAction } from '@e-events/shared/domain/users.ts'
import { DomainError, type ErrorCode } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { Clock } from '../../../adapters/clock.ts'
import type { Log } from '../../../adapters/log.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { UserRow, UserUpdate } from '../../../db/tables/people.ts'
import type { Mailer } from '../../../mail/mailer.ts'
import type { AfterCommit, Events } from '../../../events/domain-events.ts'
import type { DeleteAccount } from '../account/delete-account.ts'
import type { Position, UserFilters } from './list-query.ts'
import { factsOf, isWorkingAdmin, refusalOfAct, refusalOfRoles, type AdminFacts } from './policy.ts'
import { toAuditable, type FullUser } from './presenter.ts'
import type { ListedUserRow, UserRepository } from './repository.ts'

export type StaffContext = AuditContext & { actorId: string }
export type Users = ReturnType<typeof createUsers>

const exportBatch = 1_000

export function createUsers(deps: {
  knex: Knex
  repository: UserRepository
  events: Pick<Events, 'publish'>
  erase: DeleteAccount['erase']
  mailer: Pick<Mailer, 'enqueue'>
  /** Whether accounts need approval now: a refusal ends sessions only then (ID-051). */
  asksForApproval(): Promise<boolean>
  clock: Clock
  log: Log
}) {
  const { knex, repository, events, clock } = deps

  async function list(
    filters: UserFilters,
    page: { after: Position | undefined; limit: number },
    selfId: string,
  ): Promise<{ rows: { row: ListedUserRow; adminFacts: AdminFacts }[]; total: number }> {
    const [rows, total, admins] = await Promise.all([repository.list(filters, page), repository.count(filters), repository.workingAdmins()])
    return { rows: rows.map((row) => ({ row, adminFacts: adminFactsOf(row, admins, selfId) })), total }
  }

  /** @throws DomainError NOT_FOUND */
  async function get(id: string, selfId: string): Promise<FullUser> {
    const [row, accountSummary, upgrade, admins] = await Promise.all([
      repository.find(id),
      repository.accountSummary(id, clock.now()),
      repository.latestUpgrade(id),
      repository.workingAdmins(),
    ])
    if (!row) throw new DomainError('NOT_FOUND')
    return { row, adminFacts: adminFactsOf(row, admins, selfId), accountSummary, upgrade }
  }

  /** @throws DomainError NOT_FOUND, USER_STATE, LAST_ADMIN */
  async function act(id: string, action: UserAction, reason: string, by: StaffContext): Promise<void> {
    const asksForApproval = await deps.asksForApproval()
    const finish = await knex.transaction(async (trx) => {
      const { row, adminFacts } = await lockWithAdmins(trx, id, by.actorId)
      const refusal = refusalOfAct(row, action, adminFacts)
      if (refusal) throw new DomainError(refusal)
      const facts = actOnUser(factsOf(row), action)
      await writeAudit(trx, {
        ...by,
        action: `user.${action}`,
        subject: { type: 'user', id },
        before: { state: userState(factsOf(row)) },
        after: { state: userState(facts), ...(reason === '' ? {} : { reason }) },
      })
      if (action === 'delete') return deps.erase(trx, row)
      const blockedAt = facts.blocked ? (row.blocked_at ?? clock.now()) : null
      await change(trx, row, { approval_state: facts.approval, blocked_at: blockedAt })
      return consequence(trx, { row, action, reason, asksForApproval })
    })
    await finish()
  }

  /** Consequences of an act, and the work after its commit. */
  async function consequence(
    trx: Knex,
    {
      row,
      action,
      reason,
      asksForApproval,
    }: { row: UserRow; action: Exclude<UserAction, 'delete'>; reason: string; asksForApproval: boolean },
  ): Promise<AfterCommit> {
    const to = addressee(row)
    if (action === 'block') return events.publish('account.ended', { trx, userId: row.id, reason: 'blocked' })
    if (action === 'disapprove') {
      await deps.mailer.enqueue(trx, { template: 'rejection', ...to, data: { name: row.name, reason: reason || null } })
      return asksForApproval ? events.publish('account.ended', { trx, userId: row.id, reason: 'disapproved' }) : async () => undefined
    }
    if (action === 'approve') await deps.mailer.enqueue(trx, { template: 'approval', ...to, data: { name: row.name } })
    return async () => void (await events.publish('account.restored', { userId: row.id }))
  }

  return {
    list,
    get,
    act,

    /** Personal data leaves the platform: who took which of it is kept. */
    async logExport(query: object, by: StaffContext): Promise<void> {
      await writeAudit(knex, { ...by, action: 'user.export', subject: { type: 'user', id: 'list' }, before: null, after: query })
    },

    /** Everybody whom the filter leaves, in its order. */
    async *every(filters: UserFilters): AsyncGenerator<ListedUserRow[]> {
      let after: Position | undefined
      for (;;) {
        const rows = await repository.list(filters, { after, limit: exportBatch })
        if (rows.length > 0) yield rows
        const last = rows.at(-1)
        if (!last || rows.length < exportBatch) return
        after = { value: last.sort_text, id: last.id }
      }
    },

    /** @throws DomainError NOT_FOUND, USER_STATE for a deleted account, LAST_ADMIN, EMAIL_TAKEN */
    async update(id: string, body: z.output<typeof updateUserBody>, by: StaffContext): Promise<FullUser> {
      await knex.transaction(async (trx) => {
        const { row, adminFacts } = await lockWithAdmins(trx, id, by.actorId)
        if (row.deleted_at !== null) throw new DomainError('USER_STATE')
        const wanted = toChange(body)
        const refusal = body.roles && refusalOfRoles(row, body.roles, adminFacts)
        if (refusal) throw new DomainError(refusal)
        const after = await change(trx, row, wanted)
        if (after.email.toLowerCase() !== row.email.toLowerCase()) {
          await repository.voidLinks(trx, id, clock.now())
          const data = { name: row.name, newEmail: after.email }
          await deps.mailer.enqueue(trx, { template: 'email_changed', ...addressee(row), data })
        }
        if (isAdmin(after.roles) && !isAdmin(row.roles)) await notifyAdministrators(trx, after, by)
        await writeAudit(trx, {
          ...by,
          action: 'user.update',
          subject: { type: 'user', id },
          before: toAuditable(row),
          after: toAuditable(after),
        })
      })
      return get(id, by.actorId)
    },

    /** Each succeeds or is refused by itself. */
    async bulk(
      ids: readonly string[],
      action: UserAction,
      reason: string,
      by: StaffContext,
    ): Promise<{ id: string; code: ErrorCode | null }[]> {
      const results: { id: string; code: ErrorCode | null }[] = []
      for (const id of new Set(ids)) results.push({ id, code: await attempt(() => act(id, action, reason, by)) })
      return results
    },

    /** @throws DomainError NOT_FOUND, UPGRADE_STATE when nothing waits to be decided */
    async decideUpgrade(id: string, decision: 'approve' | 'refuse', reason: string, by: StaffContext): Promise<FullUser> {
      await knex.transaction(async (trx) => {
        const row = await repository.lock(trx, id)
        if (!row) throw new DomainError('NOT_FOUND')
        const request = await repository.lockPendingUpgrade(trx, id)
        if (!request || row.deleted_at !== null) throw new DomainError('UPGRADE_STATE')
        const state = decision === 'approve' ? 'approved' : 'refused'
        await repository.decideUpgrade(trx, request.id, { state, reason: reason || null, by: by.actorId, now: clock.now() })
        const roles = decision === 'approve' ? inOrder([...row.roles, 'PRODUCER']) : row.roles
        const after = await change(trx, row, { roles })
        if (decision === 'approve')
          await deps.mailer.enqueue(trx, { template: 'upgrade_approved', ...addressee(row), data: { name: row.name } })
        else {
          const data = { name: row.name, reason: reason || null }
          await deps.mailer.enqueue(trx, { template: 'upgrade_refused', ...addressee(row), data })
        }
        await writeAudit(trx, {
          ...by,
          action: `user.upgrade_${decision}`,
          subject: { type: 'user', id },
          before: { upgrade: 'pending', roles: row.roles },
          after: { upgrade: state, roles: after.roles, ...(reason === '' ? {} : { reason }) },
        })
      })
      return get(id, by.actorId)
    },
  }

  /**
   * Administrators first and in one order, so that two acts of the same moment cannot take the last two away, nor wait
   * for each other.
   */
  async function lockWithAdmins(trx: Knex, id: string, selfId: string): Promise<{ row: UserRow; adminFacts: AdminFacts }> {
    const admins = await repository.lockWorkingAdmins(trx)
    const row = await repository.lock(trx, id)
    if (!row) throw new DomainError('NOT_FOUND')
    return { row, adminFacts: adminFactsOf(row, admins, selfId) }
  }

  async function change(trx: Knex, row: UserRow, wanted: UserUpdate): Promise<UserRow> {
    const after = await repository.update(trx, row.id, wanted)
    if (after === 'email taken') throw new DomainError('EMAIL_TAKEN')
    return after
  }

  /** The new one, too: a role that nobody asked for is a sign of something. */
  async function notifyAdministrators(trx: Knex, made: UserRow, by: StaffContext): Promise<void> {
    const everyone = await repository.administratorsToTell(trx)
    const actor = everyone.find(({ id }) => id === by.actorId)
    for (const { email, locale, name } of everyone) {
      const data = { name, account: made.email, by: actor?.email ?? 'e-events' }
      await deps.mailer.enqueue(trx, { template: 'administrator_made', to: email, language: locale, data })
    }
  }

  async function attempt(work: () => Promise<void>): Promise<ErrorCode | null> {
    try {
      await work()
      return null
    } catch (error) {
      if (error instanceof DomainError) return error.code
      deps.log.error({ err: error }, 'one of several accounts could not be changed')
      return 'INTERNAL'
    }
  }
}

function adminFactsOf(row: Parameters<typeof isWorkingAdmin>[0] & { id: string }, admins: readonly string[], selfId: string): AdminFacts {
  return { isSelf: row.id === selfId, isLastAdmin: isWorkingAdmin(row) && admins.every((id) => id === row.id) }
}

function addressee(row: Pick<UserRow, 'email' | 'locale'>): { to: string; language: Language } {
  return { to: row.email, language: row.locale }
}

/** Everybody is a viewer, and nobody is anything twice. */
function inOrder(roles: readonly Role[]): Role[] {
  return allRoles.filter((role) => role === 'VIEWER' || roles.includes(role))
}

const columnOf = {
  name: 'name',
  surname: 'surname',
  email: 'email',
  country: 'country',
  language: 'locale',
  timezone: 'time_zone',
  journalist: 'is_journalist',
  newsletter: 'newsletter',
  publicProfile: 'public_profile',
  recommendedBy: 'recommended_by',
  company: 'company',
  job: 'job',
  description: 'description',
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
} as const satisfies Record<Exclude<keyof z.output<typeof updateUserBody>, 'roles'>, keyof UserUpdate>

function toChange({ roles, ...fields }: z.output<typeof updateUserBody>): UserUpdate {
  const entries = Object.entries(fields).map(([key, value]) => [columnOf[key as keyof typeof columnOf], value] as const)
  return { ...(Object.fromEntries(entries) as UserUpdate), ...(roles ? { roles: inOrder(roles) } : {}) }
}

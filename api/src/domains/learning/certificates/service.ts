import { randomUUID } from 'node:crypto'
import { paths } from '@e-events/shared/domain/addresses.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { DomainError } from '@e-events/shared/errors.ts'
import type { Knex } from 'knex'
import type { Clock } from '../../../adapters/clock.ts'
import { writeAudit, type AuditContext } from '../../../db/audit-log.ts'
import type { AfterCommit } from '../../../events/domain-events.ts'
import type { Actor } from '../../../http/actor.ts'
import { findProductAccess, isKnownTo, type ProductAccess } from '../../catalogue/read/product-access.ts'
import { readCourseAccess, refusalOf } from '../courses/course-access.ts'
import type { CourseRepository } from '../courses/repository.ts'
import type { NotifyBy } from '../discussions/service.ts'
import { forgetCompletion, isCompleted, listHeldCourses, noteCourse, noteMaster } from './completions.ts'
import { readCredential, toCredential, type Signed } from './credential.ts'
import { isSignedBy, withProof, type JsonObject } from './data-integrity.ts'
import type { CertificateKeys } from './keys.ts'
import type { CertificateRepository, FoundCertificate } from './repository.ts'

export type NotifyHolder = NotifyBy<'certificate_revoked' | 'certificate_restored'>
export type Certificates = ReturnType<typeof createCertificates>

interface CertificateDeps {
  knex: Knex
  repository: CertificateRepository
  courses: Pick<CourseRepository, 'listMasters'>
  keys: CertificateKeys
  notify: NotifyHolder
  clock: Clock
  origin: string
}
type By = AuditContext & Actor

/** Certificates of courses and masters: who earned one, what it says, whether it is what was signed. */
export function createCertificates({ knex, repository, courses, keys, notify, clock, origin }: CertificateDeps) {
  return {
    /** @throws DomainError NOT_FOUND, STATE_CONFLICT */
    async settings(productId: string): Promise<{ givesCertificate: boolean }> {
      await assertTeaches(productId)
      return { givesCertificate: await repository.isGiven(knex, productId) }
    },

    /** @throws DomainError NOT_FOUND, STATE_CONFLICT */
    async configure(productId: string, { givesCertificate }: { givesCertificate: boolean }): Promise<{ givesCertificate: boolean }> {
      await assertTeaches(productId)
      await repository.setGiven(productId, givesCertificate)
      return { givesCertificate }
    },

    /**
     * Keeps that a learner with access finished a course, and masters that hold it. For the transaction of each
     * progress.
     */
    async noteProgress(trx: Knex, courseId: string, viewer: Actor): Promise<void> {
      const now = clock.now()
      if (!(await noteCourse(trx, { userId: viewer.id, productId: courseId, now }))) return
      for (const { slug, removed_at } of await courses.listMasters(trx, courseId)) {
        if (removed_at !== null) continue
        const master = await findProductAccess(trx, slug, viewer.id)
        if (master && refusalOf(master, viewer, now) === null) await noteMaster(trx, { userId: viewer.id, productId: master.id, now })
      }
    },

    forgetProgress: (trx: Knex, courseId: string, viewer: Actor): Promise<void> =>
      forgetCompletion(trx, { userId: viewer.id, productId: courseId }),

    /** @throws DomainError NOT_FOUND */
    async state(slug: string, viewer: Actor) {
      const { product, refusal } = await enter(slug, viewer)
      const certificate = await repository.findOf(knex, viewer.id, product.id)
      const isOffered = await isOfferedTo(knex, product, viewer)
      const isEarned = isOffered && (await isEarnedBy(knex, { product, refusal }, viewer))
      return { isOffered, isEarned, name: await repository.nameOf(viewer.id), certificate }
    },

    /**
     * The one certificate of an account for a product, however often and from wherever it is asked for.
     * @throws DomainError NOT_FOUND, CERTIFICATE_NOT_OFFERED, CERTIFICATE_NOT_EARNED
     */
    async issue(asked: { slug: string; viewer: Actor; language: Language; name: string }): Promise<FoundCertificate> {
      const { viewer, language } = asked
      const { product, refusal } = await enter(asked.slug, viewer)
      return knex.transaction(async (trx) => {
        const present = await repository.findOf(trx, viewer.id, product.id)
        if (present) return present
        if (!(await isOfferedTo(trx, product, viewer))) throw new DomainError('CERTIFICATE_NOT_OFFERED')
        if (!(await isEarnedBy(trx, { product, refusal }, viewer))) throw new DomainError('CERTIFICATE_NOT_EARNED')
        const key = await keys.current(trx)
        const { title, channel_slug, channel_title, lessons, video_ms } = await repository.findProduct(trx, product.id, language)
        const id = randomUUID()
        const issuedAt = clock.now()
        const facts = {
          id,
          name: asked.name,
          title,
          product,
          channel: { slug: channel_slug, title: channel_title },
          language,
          issuedAt,
          lessons,
          videoMs: video_ms,
        }
        const unsigned = toCredential(facts, { keyId: key.id, origin })
        const credential = withProof(unsigned, { privateKey: key.privateKey, created: issuedAt.toISOString() })
        const of = { id, user_id: viewer.id, product_id: product.id, key_id: key.id, language, issued_at: issuedAt }
        await repository.insert(trx, { ...of, credential })
        // The second of two requests at the same time finds what the first one wrote.
        const issued = await repository.findOf(trx, viewer.id, product.id)
        if (!issued) throw new Error('the certificate was not written')
        return issued
      })
    },

    mine: (userId: string): Promise<FoundCertificate[]> => repository.listOf(userId),

    /** @throws DomainError NOT_FOUND */
    find,

    read,

    /** For those who only want to know whether it is valid; undefined where there is none. */
    async verify(id: string): Promise<{ isRevoked: boolean; signed: Signed | null } | undefined> {
      const row = await repository.find(knex, id)
      return row && { isRevoked: row.revoked_at !== null, signed: await read(row) }
    },

    addressOf: (id: string): string => origin + paths.certificate(id),

    listKeys: () => keys.list(knex),

    /**
     * Revokes with a reason, or restores without one; the holder is told.
     * @throws DomainError NOT_FOUND, also for those of somebody else's courses
     */
    async setRevocation(id: string, reason: string | null, by: By): Promise<FoundCertificate> {
      const { isAdmin, id: actorId, ...context } = by
      const { row, tell } = await knex.transaction(async (trx): Promise<{ row: FoundCertificate; tell?: AfterCommit }> => {
        await repository.lock(trx, id)
        const row = await repository.find(trx, id)
        if (!row || (!isAdmin && row.owner_id !== actorId)) throw new DomainError('NOT_FOUND')
        if ((reason === null) === (row.revoked_at === null) && reason === row.revoked_reason) return { row }
        const change =
          reason === null
            ? { revoked_at: null, revoked_reason: null, revoked_by: null }
            : { revoked_at: row.revoked_at ?? clock.now(), revoked_reason: reason, revoked_by: actorId }
        await repository.setRevocation(trx, id, change)
        await writeAudit(trx, {
          ...context,
          action: reason === null ? 'certificate.restore' : 'certificate.revoke',
          subject: { type: 'certificate', id },
          before: { isRevoked: row.revoked_at !== null, reason: row.revoked_reason },
          after: { isRevoked: reason !== null, reason, product: row.slug },
        })
        return { row: { ...row, ...change }, tell: await tellHolder(trx, row, reason) }
      })
      await tell?.()
      return row
    },

    /** Name and proof go with the account: the address of the certificate is not found from then on. */
    async erase(trx: Knex, userId: string): Promise<void> {
      await trx('certificates').where({ user_id: userId }).delete()
      await trx('course_completions').where({ user_id: userId }).delete()
    },
  }

  /** Reads what a stored certificate says, once its signature was checked; null where it was altered. */
  async function read(row: FoundCertificate): Promise<Signed | null> {
    const signed = readCredential(row.credential, { id: row.id, keyId: row.key_id })
    const key = signed && (await keys.find(knex, row.key_id))
    return key && isSignedBy(row.credential as JsonObject, key) ? signed : null
  }

  async function tellHolder(trx: Knex, row: FoundCertificate, reason: string | null): Promise<AfterCommit> {
    const { name, ...holder } = await repository.findHolder(trx, row.user_id)
    const said = readCredential(row.credential, { id: row.id, keyId: row.key_id })
    const path = paths.certificate(row.id)
    const data = { name, title: said?.title ?? '', path }
    if (reason === null) return notify(trx, holder, { template: 'certificate_restored', data, payload: { path } })
    return notify(trx, holder, { template: 'certificate_revoked', data: { ...data, reason }, payload: { path } })
  }

  async function find(id: string): Promise<FoundCertificate> {
    const row = await repository.find(knex, id)
    if (!row) throw new DomainError('NOT_FOUND')
    return row
  }

  async function assertTeaches(productId: string): Promise<void> {
    const type = await repository.typeOf(productId)
    if (type === undefined) throw new DomainError('NOT_FOUND')
    if (type !== 'course' && type !== 'master')
      throw new DomainError('STATE_CONFLICT', { detail: 'only courses and masters give certificates' })
  }

  /** A course or master, with the reason why it is closed to the account. @throws DomainError NOT_FOUND */
  async function enter(slug: string, viewer: Actor): Promise<{ product: ProductAccess; refusal: DomainError | null }> {
    const now = clock.now()
    const product = await findProductAccess(knex, slug, viewer.id)
    if (product?.type === 'course') {
      const { course, refusal } = await readCourseAccess(knex, courses, { slug, viewer, now })
      return { product: course, refusal }
    }
    if (product?.type !== 'master' || !isKnownTo(product, viewer, now)) throw new DomainError('NOT_FOUND')
    return { product, refusal: refusalOf(product, viewer, now) }
  }

  /** Nobody gets a certificate of an own course. */
  async function isOfferedTo(db: Knex, product: ProductAccess, viewer: Actor): Promise<boolean> {
    return product.owner_id !== viewer.id && (await repository.isGiven(db, product.id))
  }

  /**
   * Finished while it was open to them: an access that ended by itself takes nothing away, money that went back does.
   */
  async function isEarnedBy(
    db: Knex,
    { product, refusal }: { product: ProductAccess; refusal: DomainError | null },
    viewer: Actor,
  ): Promise<boolean> {
    const of = { userId: viewer.id, productId: product.id }
    if (refusal !== null) return (await isCompleted(db, of)) && !(await repository.wasTakenBack(db, viewer.id, product.id))
    const now = clock.now()
    if (product.type === 'course') await noteCourse(db, { ...of, now })
    else {
      for (const courseId of await listHeldCourses(db, product.id)) await noteCourse(db, { ...of, productId: courseId, now })
      await noteMaster(db, { ...of, now })
    }
    return isCompleted(db, of)
  }
}

import type { Knex } from 'knex'
import { createSecretBox } from '../../../adapters/secret-box.ts'
import { createCertificateKeys } from '../../../domains/learning/certificates/keys.ts'
import { createCertificateRepository } from '../../../domains/learning/certificates/repository.ts'
import { createCertificates } from '../../../domains/learning/certificates/service.ts'
import { createCourseRepository } from '../../../domains/learning/courses/repository.ts'
import { demoUserIds } from './accounts.ts'
import { demoId } from './ids.ts'

/** The one course that the demo's viewer finished. */
const slug = 'guitarra-paso-a-paso'
/** Courses that give certificates: that one, and one that the viewer may finish. */
const giving = [slug, 'diseno-desde-cero']
const daysAgo = 8
const dayMs = 86_400_000

/** Key that seals those which sign, and the address that certificates name. */
export interface CertificateSeal {
  dataKey: string
  origin: string
}

/** A course with a certificate that the demo's viewer has finished, and holds the certificate of. It verifies. */
export async function seedCertificate(
  knex: Knex,
  productIdOf: (slug: string) => string,
  { dataKey, origin, now }: CertificateSeal & { now: Date },
): Promise<void> {
  const course = await knex('products')
    .where({ id: productIdOf(slug) })
    .first('id', 'slug')
  const viewer = { id: demoUserIds.viewer, isAdmin: false }
  if (!course || (await knex('certificates').where({ user_id: viewer.id, product_id: course.id }).first('id'))) return
  const at = new Date(now.getTime() - daysAgo * dayMs)
  await knex('course_details')
    .insert(giving.map((each) => ({ product_id: productIdOf(each), gives_certificate: true })))
    .onConflict('product_id')
    .merge(['gives_certificate'])
  await knex('tickets')
    .insert({ id: demoId(`ticket/${slug}`), user_id: viewer.id, product_id: course.id, source: 'free', acquired_at: at })
    .onConflict()
    .ignore()
  const lessons = await knex('lessons as l')
    .join('course_modules as m', 'm.id', 'l.module_id')
    .where({ 'm.product_id': course.id })
    .pluck<string[]>('l.id')
  await knex('lesson_progress')
    .insert(lessons.map((lesson_id) => ({ user_id: viewer.id, lesson_id, watched: true, watched_at: at })))
    .onConflict(['user_id', 'lesson_id'])
    .merge(['watched', 'watched_at'])
  const repository = createCertificateRepository(knex)
  const certificates = createCertificates({
    knex,
    repository,
    courses: createCourseRepository(),
    keys: createCertificateKeys({ secretBox: createSecretBox(dataKey) }),
    notify: () => Promise.reject(new Error('nothing is revoked here')),
    clock: { now: () => at, nowMs: () => at.getTime() },
    origin,
  })
  await certificates.issue({ slug, viewer, language: 'es', name: await repository.nameOf(viewer.id) })
}

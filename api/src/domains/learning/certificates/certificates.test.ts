import { createHash, createPublicKey, verify } from 'node:crypto'
import {
  certificates,
  type Certificate,
  type CertificateState,
  type ShownCertificate,
} from '@e-events/shared/contract/learning/certificates.ts'
import { account } from '@e-events/shared/contract/people/account.ts'
import { notifications } from '@e-events/shared/contract/engagement/notifications.ts'
import { students, type Student } from '@e-events/shared/contract/learning/students.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSecretBox } from '../../../adapters/secret-box.ts'
import type { UserRow } from '../../../db/tables/people.ts'
import { toJson } from '../../../db/row.ts'
import { mailsTo } from '../../../testing/mails.ts'
import { readPdf } from '../../../testing/read-pdf.ts'
import { createTestApi, type TestApi } from '../../../testing/test-api.ts'
import { createCertificateKeys } from './keys.ts'

let t: TestApi
let producer: UserRow
let channelId: string
let teacher: string
beforeAll(async () => {
  t = await createTestApi()
})
afterAll(() => t.stop())
beforeEach(async () => {
  producer = await t.factories.producer()
  channelId = (await t.factories.channel({ owner_id: producer.id, title: 'Escuela Ñandú' })).id
  teacher = await t.tokenOf(producer)
})

/** A course of a film of 100 seconds and a text, which gives certificates. */
async function made(fields: { title?: string } = {}) {
  const { knex } = t.database
  const course = await t.factories.product({ type: 'course', plan: 'paid', channel_id: channelId, ...fields }, { sessions: 0 })
  const film = await t.factories.product({ type: 'vod', channel_id: channelId, status: 'draft' }, { sessions: 0 })
  await t.factories.asset({ product_id: film.id, duration_ms: 100_000 })
  await knex('course_details').insert({ product_id: course.id, gives_certificate: true })
  const [module] = await knex('course_modules').insert({ product_id: course.id, title: 'Primero', position: 0 }).returning('id')
  const rows = await knex('lessons')
    .insert([
      { module_id: module?.id ?? '', title: 'Ver', position: 0, kind: 'video', source_product_id: film.id },
      { module_id: module?.id ?? '', title: 'Leer', position: 1 },
    ])
    .returning('id')
  const [film1 = '', text = ''] = rows.map(({ id }) => id)
  return { slug: course.slug, id: course.id, module: module?.id ?? '', film: film1, text }
}
type Made = Awaited<ReturnType<typeof made>>

async function learner(productId: string, fields: object = {}) {
  const user = await t.factories.user({ name: 'Ada', surname: 'Vidal', ...fields })
  await t.factories.ticket({ user_id: user.id, product_id: productId })
  return { user, as: await t.tokenOf(user) }
}
/** The film by two reports of a minute, the text by hand. */
async function finish({ slug, film, text }: Made, as: string) {
  for (const [fromMs, toMs] of [
    [0, 60_000],
    [60_000, 100_000],
  ] as const) {
    const body = { lessons: [{ id: film, stretches: [{ fromMs, toMs }], positionMs: toMs }] }
    await t.call(courses.progress, { params: { slug }, body, as }).expect(200)
    t.clock.advance(61_000)
  }
  await t.call(courses.watched, { params: { slug, id: text }, body: { watched: true }, as }).expect(200)
}
const ask = (slug: string, as: string, name = 'Ada Vidal', language = 'es') =>
  t.call(certificates.issue, { params: { slug }, query: { language }, body: { name }, as })
const issued = async (slug: string, as: string) => (await ask(slug, as).expect(200)).body as Certificate
const state = async (slug: string, as: string) =>
  (await t.call(certificates.state, { params: { slug }, as }).expect(200)).body as CertificateState
const shown = async (id: string) => (await t.call(certificates.verify, { params: { id } }).expect(200)).body as ShownCertificate
const stored = async (id: string) => (await t.call(certificates.credential, { params: { id } }).expect(200)).body as Credential

interface Credential {
  [name: string]: unknown
  issuer: { id: string }
  proof: { proofValue: string; verificationMethod: string; [name: string]: unknown }
}

/** A second implementation of eddsa-jcs-2022 with did:key, from the specifications alone. */
function verifies({ proof, ...document }: Credential): boolean {
  const jcs = (value: unknown): string => {
    if (Array.isArray(value)) return `[${value.map(jcs).join()}]`
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
    return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${jcs(one)}`).join()}}`
  }
  const decode = (multibase: string): Buffer => {
    const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
    const bytes: number[] = []
    for (const letter of multibase.slice(1)) {
      let carry = alphabet.indexOf(letter)
      for (let n = 0; n < bytes.length; n++) {
        carry += (bytes[n] ?? 0) * 58
        bytes[n] = carry & 0xff
        carry >>= 8
      }
      for (; carry > 0; carry >>= 8) bytes.push(carry & 0xff)
    }
    return Buffer.from(bytes.toReversed())
  }
  const { proofValue, ...options } = proof
  const did = /^did:key:(z6Mk\w+)#\1$/.exec(proof.verificationMethod)?.[1] ?? ''
  expect(document.issuer.id).toBe(`did:key:${did}`)
  const multikey = decode(did)
  expect([...multikey.subarray(0, 2)]).toEqual([0xed, 0x01])
  const key = createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), multikey.subarray(2)]),
    format: 'der',
    type: 'spki',
  })
  const hash = (value: unknown) => createHash('sha256').update(jcs(value)).digest()
  return verify(null, Buffer.concat([hash(options), hash(document)]), key, decode(proofValue))
}

describe('a certificate', () => {
  it('is given once everything counts as watched, and once', async () => {
    const course = await made({ title: 'Diseño de la emoción' })
    const { user, as } = await learner(course.id)
    expect((await ask(course.slug, as).expect(409)).body).toMatchObject({ code: 'CERTIFICATE_NOT_EARNED' })
    expect(await state(course.slug, as)).toEqual({ isOffered: true, isEarned: false, name: 'Ada Vidal', certificate: null })
    await finish(course, as)
    expect((await state(course.slug, as)).isEarned).toBe(true)
    const replies = await Promise.all(Array.from({ length: 6 }, () => ask(course.slug, as)))
    const all = replies.map(({ status, body }) => [status, (body as Certificate).id])
    expect(new Set(all.map(String)).size).toBe(1)
    expect(all[0]?.[0]).toBe(200)
    expect(await t.database.knex('certificates').where({ user_id: user.id })).toHaveLength(1)
    const again = (await ask(course.slug, as, 'Otra Persona').expect(200)).body as Certificate
    expect(again).toMatchObject({ id: all[0]?.[1], name: 'Ada Vidal', title: 'Diseño de la emoción' })
    expect((await t.call(certificates.mine, { as }).expect(200)).body).toEqual({ certificates: [again] })
  })

  it('is signed so that anybody can verify it without the platform', async () => {
    const course = await made({ title: 'Diseño de la emoción' })
    const { as } = await learner(course.id)
    await finish(course, as)
    const { id } = (await ask(course.slug, as, '  Ada  Núñez-O’Hara de la Peña ').expect(200)).body as Certificate
    const credential = await stored(id)
    expect(credential).toMatchObject({
      type: ['VerifiableCredential', 'OpenBadgeCredential'],
      id: `${t.env.PUBLIC_ORIGIN}/certificates/${id}`,
      issuer: { name: 'Escuela Ñandú' },
      credentialSubject: {
        type: ['AchievementSubject'],
        identifier: [{ identityHash: 'Ada Núñez-O’Hara de la Peña', identityType: 'name' }],
        achievement: { type: ['Achievement'], name: 'Diseño de la emoción', criteria: { narrative: 'Ha visto las 2 lecciones.' } },
        result: [{ value: 'PT100S' }],
      },
      proof: { type: 'DataIntegrityProof', cryptosuite: 'eddsa-jcs-2022', proofPurpose: 'assertionMethod' },
    })
    expect(verifies(credential)).toBe(true)
    const altered = structuredClone(credential) as Credential & { credentialSubject: { identifier: [{ identityHash: string }] } }
    altered.credentialSubject.identifier[0].identityHash = 'Eva Sanz'
    expect(verifies(altered)).toBe(false)
    const { keys } = (await t.call(certificates.keys).expect(200)).body as { keys: { id: string; isCurrent: boolean }[] }
    expect(keys.find(({ isCurrent }) => isCurrent)?.id).toBe(credential.proof.verificationMethod)
    expect(await shown(id)).toEqual({
      id,
      status: 'valid',
      revokedAt: null,
      language: 'es',
      signed: {
        name: 'Ada Núñez-O’Hara de la Peña',
        title: 'Diseño de la emoción',
        organizer: 'Escuela Ñandú',
        issuedAt: expect.any(String) as string,
        videoMs: 100_000,
        key: credential.issuer.id.replace('did:key:', ''),
      },
    })
  })

  it('shows nothing of what was altered in the database', async () => {
    const { knex } = t.database
    const course = await made()
    const { as } = await learner(course.id)
    const other = await learner(course.id, { name: 'Eva', surname: 'Sanz' })
    await finish(course, as)
    await finish(course, other.as)
    const { id } = await issued(course.slug, as)
    const { id: otherId } = await issued(course.slug, other.as)
    const [own, theirs] = [await stored(id), await stored(otherId)]
    const forged = JSON.stringify(own).replace('Ada Vidal', 'Rey Falso')
    for (const credential of [
      JSON.parse(forged) as object,
      theirs,
      { ...own, proof: { ...own.proof, proofValue: theirs.proof.proofValue } },
      {},
    ]) {
      await knex('certificates')
        .where({ id })
        .update({ credential: toJson(credential) })
      expect(await shown(id)).toMatchObject({ status: 'altered', signed: null })
      expect((await t.call(certificates.pdf, { params: { id } }).expect(409)).body).toMatchObject({ code: 'CERTIFICATE_NOT_VALID' })
    }
    await knex('certificates')
      .where({ id })
      .update({ credential: toJson(own) })
    expect((await shown(id)).status).toBe('valid')
  })

  it('stays valid when another key signs', async () => {
    const course = await made()
    const [first, second] = [await learner(course.id), await learner(course.id)]
    await finish(course, first.as)
    await finish(course, second.as)
    const old = await issued(course.slug, first.as)
    const keys = createCertificateKeys({ secretBox: createSecretBox(t.env.DATA_ENCRYPTION_KEY) })
    const next = await keys.rotate(t.database.knex)
    const young = await issued(course.slug, second.as)
    const [ofOld, ofYoung] = [await shown(old.id), await shown(young.id)]
    expect([ofOld.status, ofYoung.status, ofYoung.signed?.key]).toEqual(['valid', 'valid', next])
    expect(ofOld.signed?.key).not.toBe(next)
    const listed = (await t.call(certificates.keys).expect(200)).body as { keys: { publicKeyMultibase: string; isCurrent: boolean }[] }
    expect(listed.keys[0]).toMatchObject({ publicKeyMultibase: next, isCurrent: true })
    expect(listed.keys.find((key) => key.publicKeyMultibase === ofOld.signed?.key)?.isCurrent).toBe(false)
  })

  it('is not lost with a lesson that comes later, and is lost with a mark that is taken away', async () => {
    const course = await made()
    const [ada, eva] = [await learner(course.id), await learner(course.id)]
    await finish(course, ada.as)
    await finish(course, eva.as)
    await t.call(courses.watched, { params: { slug: course.slug, id: course.text }, body: { watched: false }, as: eva.as }).expect(200)
    await t.database.knex('lessons').insert({ module_id: course.module, title: 'Nueva', position: 2 })
    expect((await ask(course.slug, eva.as)).status).toBe(409)
    expect((await ask(course.slug, ada.as)).status).toBe(200)
  })

  it('is not given where the money went back, where it is not offered, nor to the organizer', async () => {
    const course = await made()
    const { user, as } = await learner(course.id)
    await finish(course, as)
    await t.database.knex('tickets').where({ user_id: user.id }).update({ revoked_at: t.clock.now(), revoked_reason: 'refund' })
    expect((await ask(course.slug, as).expect(409)).body).toMatchObject({ code: 'CERTIFICATE_NOT_EARNED' })
    // An access that ended by itself takes nothing away.
    await t.database.knex('tickets').where({ user_id: user.id }).update({ revoked_reason: 'expired' })
    await t.call(certificates.configure, { params: { slug: course.slug }, body: { givesCertificate: false }, as: teacher }).expect(200)
    expect((await ask(course.slug, as).expect(409)).body).toMatchObject({ code: 'CERTIFICATE_NOT_OFFERED' })
    await t.call(certificates.configure, { params: { slug: course.slug }, body: { givesCertificate: true }, as: teacher }).expect(200)
    await issued(course.slug, as)
    expect((await ask(course.slug, teacher).expect(409)).body).toMatchObject({ code: 'CERTIFICATE_NOT_OFFERED' })
    const film = await t.factories.product({ type: 'vod', channel_id: channelId }, { sessions: 0 })
    await t.call(certificates.settings, { params: { slug: film.slug }, as: teacher }).expect(409)
    await ask(film.slug, as).expect(404)
  })

  it('of a master is given when all of its courses were finished', async () => {
    const [one, two] = [await made(), await made()]
    const { knex } = t.database
    const master = await t.factories.product({ type: 'master', plan: 'paid', channel_id: channelId, title: 'Narrativa' }, { sessions: 0 })
    await knex('course_details').insert({ product_id: master.id, gives_certificate: true })
    await knex('master_courses').insert([one, two].map(({ id }, position) => ({ master_id: master.id, course_id: id, position })))
    const { user, as } = await learner(master.id)
    await finish(one, as)
    await ask(master.slug, as).expect(409)
    await finish(two, as)
    // Noted as it happened: no question of the learner was needed.
    expect(await knex('course_completions').where({ user_id: user.id })).toHaveLength(3)
    const { id } = await issued(master.slug, as)
    expect((await shown(id)).signed).toMatchObject({ title: 'Narrativa', videoMs: 200_000 })
  })

  it('is revoked by its organizer and administrators with a reason that stays among them and the learner', async () => {
    const course = await made()
    const { user, as } = await learner(course.id)
    await finish(course, as)
    const { id } = await issued(course.slug, as)
    const revoke = (by: string, reason: string | null = 'Copia') =>
      t.call(certificates.revoke, { params: { id }, body: { reason }, as: by })
    expect((await revoke(as)).status).toBe(403)
    expect((await revoke(await t.tokenOf(await t.factories.producer()))).status).toBe(404)
    await revoke(teacher).expect(200)
    const news = async () =>
      (
        (await t.call(notifications.list, { as }).expect(200)).body as {
          notifications: { type: string; payload: object; content: string }[]
        }
      ).notifications
    const path = `/certificates/${id}`
    expect(await news()).toMatchObject([
      { type: 'certificate_revoked', payload: { path }, content: expect.stringContaining('Motivo: Copia') as string },
    ])
    // Revoked again for the same reason: nobody hears of it twice.
    await revoke(teacher).expect(200)
    const mails = await mailsTo(t, user.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain(path)
    const list = (await t.call(students.list, { params: { slug: course.slug }, as: teacher }).expect(200)).body as { items: Student[] }
    expect(list.items.map(({ certificate }) => certificate)).toEqual([{ id, isRevoked: true }])
    const publicly = await shown(id)
    expect(publicly.status).toBe('revoked')
    expect(JSON.stringify(publicly)).not.toContain('Copia')
    expect((await t.call(certificates.status, { params: { id } }).expect(200)).body).toMatchObject({
      revokedCredential: [{ id: `${t.env.PUBLIC_ORIGIN}/certificates/${id}`, revoked: true }],
    })
    expect((await state(course.slug, as)).certificate).toMatchObject({ id, revokedReason: 'Copia' })
    await t.call(certificates.pdf, { params: { id } }).expect(409)
    await revoke(await t.tokenOf(await t.factories.admin()), null).expect(200)
    expect((await shown(id)).status).toBe('valid')
    expect((await news()).map(({ type }) => type)).toEqual(['certificate_restored', 'certificate_revoked'])
    const audit = await t.database.knex('audit_log').where({ subject_id: id }).orderBy('at').select('action')
    expect(audit.map(({ action }) => action)).toEqual(['certificate.revoke', 'certificate.restore'])
  })

  it('goes with the account and is in its data before', async () => {
    const course = await made()
    const { user, as } = await learner(course.id)
    await finish(course, as)
    const { id } = await issued(course.slug, as)
    expect((await t.call(account.exportData, { as }).expect(200)).text).toContain(`/certificates/${id}`)
    await t.database.knex.transaction((trx) =>
      t.api.platform.events.publish('account.erased', { trx, user, pseudonym: 'gone@erased.invalid' }),
    )
    await t.call(certificates.verify, { params: { id } }).expect(404)
  })
})

describe('the PDF of a certificate', () => {
  it('is one page in the language of the learner, tagged, with name, course and address', async () => {
    const course = await made({ title: 'Diseño de la emoción' })
    const words = { es: 'CERTIFICADO', en: 'CERTIFICATE', pt: 'CERTIFICADO DE CONCLUSÃO' }
    for (const language of ['es', 'en', 'pt'] as const) {
      const { as } = await learner(course.id)
      await finish(course, as)
      const { id } = (await ask(course.slug, as, 'Iñaki Ærøskøbing', language).expect(200)).body as Certificate
      const reply = await t.call(certificates.pdf, { params: { id } }).buffer(true).expect(200)
      const pdf = await readPdf(reply.body as Uint8Array)
      expect(pdf.text).toContain(words[language])
      expect(pdf.text).toContain('Iñaki Ærøskøbing')
      expect(pdf.text).toContain('Diseño de la emoción')
      expect(pdf.text.replaceAll(' ', '')).toContain(`/certificates/${id}`)
      expect(pdf.pages).toBe(1)
      expect(pdf.isMarked).toBe(true)
      expect(pdf.language?.slice(0, 2)).toBe(language)
      expect(pdf.roles).toContain('Figure')
    }
  })

  it('holds the longest names and titles on its page', async () => {
    const course = await made({ title: 'Ñandú '.repeat(26).trim() })
    const { as } = await learner(course.id)
    await finish(course, as)
    const name = 'María Ø. '.repeat(13).trim()
    const { id } = (await ask(course.slug, as, name, 'pt').expect(200)).body as Certificate
    const pdf = await readPdf((await t.call(certificates.pdf, { params: { id } }).buffer(true).expect(200)).body as Uint8Array)
    expect(pdf.pages).toBe(1)
    expect(pdf.text).toContain(name)
  })

  it('refuses names that cannot be printed', async () => {
    const course = await made()
    const { as } = await learner(course.id)
    await finish(course, as)
    for (const name of ['', '   ', 'A\u0000da', '<b>Ada</b>', 'Ada\u202Eladi', '張偉', '🎓 Ada', '...', 'A'.repeat(121)])
      expect((await ask(course.slug, as, name)).status, name).toBe(400)
    expect((await ask(course.slug, as, 'Ада Лавлейс Ő')).status).toBe(200)
  })
})

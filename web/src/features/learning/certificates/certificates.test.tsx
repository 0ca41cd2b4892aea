import { products } from '@e-events/shared/contract/catalogue/products.ts'
import { certificates, type CertificateState } from '@e-events/shared/contract/learning/certificates.ts'
import { courses } from '@e-events/shared/contract/learning/courses.ts'
import { students } from '@e-events/shared/contract/learning/students.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { certificateId, certificateOf, courseOf, shownCertificateOf, studentOf } from '../../../testing/course-factories.ts'
import { productDetail, sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal, type FakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { CertificateSetting } from './components/certificate-setting.tsx'

let api: FakeApi
const teacher = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
beforeEach(() => {
  api = createFakeApi()
})
const at = `/certificates/${certificateId}`

describe('the page of a certificate', () => {
  it('shows anybody what was verified, with both files', async () => {
    api.on(certificates.verify, () => shownCertificateOf())
    const app = await renderApp({ at, api })
    expect(await screen.findByRole('heading', { level: 1, name: 'Ada Vidal' })).toBeTruthy()
    expect(screen.getByText('Certificado válido')).toBeTruthy()
    for (const text of ['Diseño desde cero', 'Escuela Ñandú', '1 de mayo de 2026', '1 h 30 min'])
      expect(screen.getByText(text)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Descargar PDF' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Descargar JSON' })).toBeTruthy()
    await waitFor(() => expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex'))
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('speaks the language of its reader', async () => {
    api.on(certificates.verify, () => shownCertificateOf())
    await renderApp({ at, api, language: 'en' })
    expect(await screen.findByText('Valid certificate')).toBeTruthy()
  })

  it('says that one was revoked, and gives no PDF of it', async () => {
    api.on(certificates.verify, () => shownCertificateOf({ status: 'revoked', revokedAt: '2026-05-03T10:00:00.000Z' }))
    await renderApp({ at, api })
    expect(await screen.findByText('Certificado anulado')).toBeTruthy()
    expect(screen.getByText(/Se anuló el 3 de mayo de 2026/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Descargar PDF' })).toBeNull()
  })

  it('shows nothing of one that was altered', async () => {
    api.on(certificates.verify, () => shownCertificateOf({ status: 'altered', signed: null }))
    await renderApp({ at, api })
    expect(await screen.findByText('Certificado no válido')).toBeTruthy()
    expect(screen.queryByText('Ada Vidal')).toBeNull()
    expect(screen.queryByRole('button', { name: /Descargar/ })).toBeNull()
  })

  it('says that there is none, and tells that from a failure', async () => {
    api.on(certificates.verify, () => {
      throw new Refusal('NOT_FOUND')
    })
    await renderApp({ at, api })
    expect(await screen.findByText('No hay ningún certificado en esta dirección')).toBeTruthy()
  })
})

describe('the certificate on the tab of progress', () => {
  let state: CertificateState
  beforeEach(() => {
    state = { isOffered: true, isEarned: true, name: 'Ada Vidal', certificate: null }
    api.on(courses.get, () => courseOf({ percent: 100, isWatched: true }))
    api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno', speakers: [] }))
    api.on(certificates.state, () => state)
  })
  const open = () => renderApp({ at: '/courses/diseno?tab=progress', api, user: sessionUser() })

  it('is asked for with the name that stands on it', async () => {
    api.on(certificates.issue, ({ body }) => certificateOf({ name: body.name }))
    const { user } = await open()
    await user.click(await screen.findByRole('button', { name: 'Obtener tu certificado' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Obtener tu certificado' }))
    const field = dialog.getByRole<HTMLInputElement>('textbox', { name: /Nombre en el certificado/ })
    expect(field.value).toBe('Ada Vidal')
    await user.clear(field)
    await user.type(field, '張偉')
    expect(dialog.getByText(/letras latinas/)).toBeTruthy()
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Emitir certificado' }).disabled).toBe(true)
    await user.clear(field)
    await user.type(field, 'Ada Vidal Núñez')
    await user.click(dialog.getByRole('button', { name: 'Emitir certificado' }))
    expect(await screen.findByText(/Emitido a nombre de Ada Vidal Núñez/)).toBeTruthy()
    expect(api.calls.find(({ endpoint }) => endpoint === certificates.issue)).toMatchObject({
      params: { slug: 'diseno' },
      query: { language: 'es' },
      body: { name: 'Ada Vidal Núñez' },
    })
    await user.click(screen.getByRole('button', { name: 'Compartir: Diseño desde cero' }))
    const address = await screen.findByDisplayValue<HTMLInputElement>(new RegExp(`/certificates/${certificateId}$`))
    expect(address).toBeTruthy()
  })

  it('says what is missing, and nothing where the course gives none', async () => {
    state = { ...state, isEarned: false }
    const first = await open()
    expect(await screen.findByText(/Lo tendrás cuando/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Obtener tu certificado' })).toBeNull()
    first.unmount()
    state = { ...state, isOffered: false }
    await open()
    await waitFor(() => expect(api.countOf(certificates.state)).toBe(2))
    expect(screen.queryByRole('heading', { name: 'Certificado' })).toBeNull()
  })

  it('tells its owner why it was revoked', async () => {
    state = { ...state, certificate: certificateOf({ revokedAt: '2026-05-03T10:00:00.000Z', revokedReason: 'Copia' }) }
    await open()
    expect(await screen.findByText(/Anulado el 3 de mayo de 2026: Copia/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Descargar PDF/ })).toBeNull()
  })
})

describe('organizers', () => {
  it('revoke a certificate with a reason from the tab of students, and restore it', async () => {
    let isRevoked = false
    api.on(courses.get, () => courseOf({ seesStudents: true }))
    api.on(products.get, () => productDetail({ type: 'course', slug: 'diseno', speakers: [] }))
    api.on(students.list, () => ({ items: [studentOf({ certificate: { id: certificateId, isRevoked } })], nextCursor: null, total: 1 }))
    api.on(certificates.revoke, ({ body }) => {
      isRevoked = body.reason !== null
      return certificateOf()
    })
    const { user } = await renderApp({ at: '/courses/diseno?tab=students', api, user: teacher })
    await user.click(await screen.findByRole('button', { name: 'Anular el certificado de Ada Vidal' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Anular' }).disabled).toBe(true)
    await user.type(dialog.getByRole('textbox', { name: /Motivo/ }), 'Copia')
    await user.click(dialog.getByRole('button', { name: 'Anular' }))
    await user.click(await screen.findByRole('button', { name: 'Restablecer el certificado de Ada Vidal' }))
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Restablecer' }))
    expect(await screen.findByRole('button', { name: 'Anular el certificado de Ada Vidal' })).toBeTruthy()
    const sent = api.calls.filter(({ endpoint }) => endpoint === certificates.revoke).map(({ body }) => body)
    expect(sent).toEqual([{ reason: 'Copia' }, { reason: null }])
  })

  it('switch certificates on in the form of the course', async () => {
    api.on(certificates.settings, () => ({ givesCertificate: false }))
    api.on(certificates.configure, ({ body }) => body)
    const { user } = await renderApp({ at: '/', api, user: teacher, part: <CertificateSetting productSlug="diseno" /> })
    await user.click(await screen.findByRole('switch', { name: /Da un certificado/ }))
    await waitFor(() => expect(screen.getByRole<HTMLInputElement>('switch', { name: /Da un certificado/ }).checked).toBe(true))
    expect(api.calls.find(({ endpoint }) => endpoint === certificates.configure)?.body).toEqual({ givesCertificate: true })
  })
})

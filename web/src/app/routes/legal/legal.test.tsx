import { fees } from '@e-events/shared/domain/fees.ts'
import { languages } from '@e-events/shared/domain/language.ts'
import { site, type SiteInfo } from '@e-events/shared/contract/settings/site.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { parseProse } from '../../../components/prose/parse-prose.ts'
import { privacyVersion } from '@e-events/shared/domain/legal.ts'
import { loadLegal } from '../../../features/settings/legal/legal-content.ts'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const nobody = { name: null, taxId: null, address: null, registry: null, dataProtectionEmail: null }
const faro = { ...nobody, name: 'Faro Eventos S. L.', taxId: 'B00000000', address: 'Calle del Faro 1, Cádiz' }
function api(operator: SiteInfo['operator'] = faro) {
  const fake = createFakeApi()
  fake.on(site.info, () => ({ supportEmail: 'ayuda@faro.example', leastStudioVersion: '0.1.0', operator }))
  return fake
}

const parts = {
  es: ['Aviso legal', 'Política de privacidad', 'Condiciones de uso', 'Cookies y almacenamiento'],
  en: ['Legal notice', 'Privacy policy', 'Terms of use', 'Cookies and storage'],
  pt: ['Aviso legal', 'Política de privacidade', 'Condições de utilização', 'Cookies e armazenamento'],
}
const owns = { es: /organizador es el dueño del contenido/, en: /organizer owns the content/, pt: /organizador é o dono do conteúdo/ }
const societies = {
  es: /entidades de gestión de derechos de autor/,
  en: /copyright societies/,
  pt: /entidades de gestão de direitos de autor/,
}

describe('/aviso-legal', () => {
  it('says what the operator did not configure instead of inventing it', async () => {
    await renderApp({ at: '/aviso-legal', api: api(nobody) })
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('faltan datos del titular'))
    expect(within(screen.getByRole('article')).getAllByText('Sin configurar por quien gestiona este sitio')).toHaveLength(4)
  })

  it('is read without the server too', async () => {
    const silent = createFakeApi()
    silent.silence(true)
    await renderApp({ at: '/aviso-legal', api: silent })
    await screen.findByRole('heading', { level: 2, name: /Política de privacidad/ })
    expect(screen.getAllByText('No disponible ahora mismo')).toHaveLength(4)
  })

  it.each(languages)('shows notice, privacy, terms and cookies in %s to a visitor [UX-004] [UX-010] [UX-018]', async (language) => {
    const { container } = await renderApp({ at: '/aviso-legal', api: api(), language })
    for (const name of parts[language]) expect(await screen.findByRole('heading', { level: 2, name: new RegExp(`^${name}`) })).toBeTruthy()
    const article = screen.getByRole('article')
    await waitFor(() => expect(article.textContent).toContain('Faro Eventos S. L.'))
    expect(article.textContent).toMatch(owns[language])
    expect(article.textContent).toMatch(societies[language])
    expect(article.textContent).toContain(privacyVersion)
    expect(within(article).getAllByRole('link', { name: 'ayuda@faro.example' }).length).toBeGreaterThan(2)
    const ids = [...article.querySelectorAll('[id]')].map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(['notice', 'privacy', 'terms', 'cookies']))
    expect(new Set(ids).size).toBe(ids.length)
    expect(await axeViolations(container)).toEqual([])
  })

  it('shows it with a session as well [UX-004]', async () => {
    await renderApp({ at: '/aviso-legal', api: api(), user: sessionUser() })
    await screen.findByRole('heading', { level: 2, name: /^Condiciones de uso/ })
  })

  it('states fees, share and refund time as the platform calculates them [UX-008] [UX-011]', async () => {
    await renderApp({ at: '/aviso-legal', api: api(), language: 'en' })
    const terms = (await screen.findByRole('article')).textContent
    expect(terms).toContain(`${fees.percent}% plus €0.${fees.perTicketMinor} per ticket`)
    expect(terms).toContain(`${fees.organizerSharePercent}% of net takings`)
    expect(terms).toContain(`${fees.refundBusinessDays} business days`)
  })
})

describe('the legal texts', () => {
  it('have the same parts in each language [UX-018]', async () => {
    const [es, en, pt] = await Promise.all(
      (['es', 'en', 'pt'] as const).map(async (language) =>
        parseProse(await loadLegal(language)).map((block) =>
          block.kind === 'heading' ? `${block.level} ${block.id}` : block.kind === 'table' ? `table ${block.rows.length}` : block.kind,
        ),
      ),
    )
    expect(en).toEqual(es)
    expect(pt).toEqual(es)
  })
})

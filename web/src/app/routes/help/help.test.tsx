import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { site } from '@e-events/shared/contract/settings/site.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const support = 'ayuda@faro.example'

function api() {
  const fake = createFakeApi()
  fake.on(site.info, () => ({
    supportEmail: support,
    leastStudioVersion: '0.1.0',
    operator: { name: null, taxId: null, address: null, registry: null, dataProtectionEmail: null },
  }))
  return fake
}

describe('help centre', () => {
  it('shows the start with a notice for a category that does not exist [UX-002]', async () => {
    await renderApp({ at: '/help/cocina', api: api() })
    expect((await screen.findByRole('alert')).textContent).toContain('Esa categoría no existe')
    expect(screen.getByRole('heading', { level: 1, name: '¿En qué te ayudamos?' })).toBeTruthy()
  })

  it('shows the guides of the category for one that does not exist', async () => {
    await renderApp({ at: '/help/player/hornos', api: api() })
    expect((await screen.findByRole('alert')).textContent).toContain('Esa guía no existe')
    expect(screen.getByRole('link', { name: 'Atajos de teclado' })).toBeTruthy()
  })

  it('says that there are too few letters, and that nothing was found, with the way to a person', async () => {
    const { user } = await renderApp({ at: '/help', api: api() })
    const box = await screen.findByRole('textbox', { name: 'Buscar en la ayuda' })
    await user.type(box, 'co')
    expect(screen.getByRole('heading', { name: 'Escribe al menos 3 letras.' })).toBeTruthy()
    await user.clear(box)
    await user.type(box, 'zeppelin')
    expect(screen.getByRole('heading', { name: 'Nada para «zeppelin»' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Escribir a soporte' }).getAttribute('href')).toContain(`mailto:${support}`)
  })

  it.each(['anonymous', 'logged in'])('shows its five categories to everybody: %s [UX-001] [UX-005]', async (who) => {
    const { container } = await renderApp({
      at: '/help',
      api: api(),
      styled: true,
      ...(who === 'logged in' ? { user: sessionUser() } : {}),
    })
    await screen.findByRole('heading', { level: 1, name: '¿En qué te ayudamos?' })
    const names = ['Primeros pasos', 'Organizar', 'Sobre los productos', 'El reproductor', 'Legal']
    const slugs = ['basics', 'organizers', 'about-products', 'player', 'legal']
    names.forEach((name, i) => {
      const heading = within(screen.getByRole('main')).getByRole('heading', { level: 2, name })
      expect(within(heading).getByRole('link').getAttribute('href')).toBe(`/help/${slugs[i]}`)
    })
    await waitFor(() => expect(document.title).toBe('Centro de ayuda · e-events'))
    await waitFor(async () => expect(await axeViolations(container)).toEqual([]))
  })

  it('lists the guides of a category, and each opens [UX-002] [UX-003]', async () => {
    const { user, router, container } = await renderApp({ at: '/help/player', api: api() })
    await screen.findByRole('heading', { level: 1, name: 'El reproductor' })
    expect(await axeViolations(container)).toEqual([])
    await user.click(screen.getByRole('link', { name: 'Varias cámaras' }))
    await screen.findByRole('heading', { level: 1, name: 'Varias cámaras' })
    expect(router.state.location.pathname).toBe('/help/player/cameras')
  })

  it('shows a guide with its way back, its contents, its neighbours and the support address in the text [UX-003] [UX-051]', async () => {
    const { container } = await renderApp({ at: '/help/legal/refunds', api: api() })
    await screen.findByRole('heading', { level: 1, name: 'Devoluciones' })
    const crumbs = within(screen.getByRole('navigation', { name: 'Ruta' }))
    expect(crumbs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/help', '/help/legal'])
    const contents = within(screen.getByRole('navigation', { name: 'En esta página' }))
    expect(contents.getByRole('link', { name: 'Plazo' }).getAttribute('href')).toMatch(/#deadline$/)
    expect(container.querySelector('h2#deadline')).toBeTruthy()
    const neighbours = within(screen.getByRole('navigation', { name: 'Guías anterior y siguiente' }))
    expect(neighbours.getByRole('link', { name: /Condiciones para organizadores/ })).toBeTruthy()
    await waitFor(() => expect(within(screen.getByRole('article')).getByRole('link', { name: support })).toBeTruthy())
    await waitFor(() => expect(document.title).toBe('Devoluciones · Centro de ayuda · e-events'))
    expect(document.head.querySelector('meta[name=description]')?.getAttribute('content')).toContain('Quién devuelve qué')
    expect(await axeViolations(container)).toEqual([])
  })

  it.each([
    ['es', 'Vídeo: del CSV a Excel, paso a paso'],
    ['en', 'Video: from CSV to Excel, step by step'],
    ['pt', 'Vídeo: do CSV para o Excel, passo a passo'],
  ] as const)(
    'shows the way from CSV to Excel as a film with captions, among the guides for organizers (%s) [UX-006]',
    async (language, name) => {
      await renderApp({ at: '/help/organizers/csv-to-excel', api: api(), language })
      const film = await screen.findByLabelText(name)
      expect(film.querySelector('source')?.getAttribute('src')).toContain(`csv-${language}.mp4`)
      const captions = film.querySelector('track')?.getAttribute('src') ?? ''
      expect(captions).toContain(`csv-${language}.vtt`)
      const folder = path.join(import.meta.dirname, '../../../../films/help')
      // The file is a film (an ftyp box first) and has captions.
      expect((await readFile(path.join(folder, `csv-${language}.mp4`))).subarray(4, 8).toString()).toBe('ftyp')
      expect((await readFile(path.join(folder, `csv-${language}.vtt`), 'utf8')).split('-->')).toHaveLength(10)
    },
  )

  it('explains the download for Excel with a drawing', async () => {
    await renderApp({ at: '/help/organizers/csv-to-excel', api: api() })
    await screen.findByRole('heading', { level: 1, name: 'Del CSV a Excel' })
    expect(screen.getByRole('img', { name: /punto y coma se convierte/ })).toBeTruthy()
    expect(screen.getByText('65001: Unicode (UTF-8)')).toBeTruthy()
  })

  it('finds while one types, keeps the words in the address, and opens what was found', async () => {
    const { user, router } = await renderApp({ at: '/help', api: api() })
    await user.type(await screen.findByRole('textbox', { name: 'Buscar en la ayuda' }), 'desistimiento')
    await waitFor(() => expect(router.state.location.search).toBe('?q=desistimiento'))
    expect(screen.getByRole('heading', { name: /resultados? para «desistimiento»/ })).toBeTruthy()
    await user.click(screen.getByRole('link', { name: 'Conseguir una entrada' }))
    await screen.findByRole('heading', { level: 1, name: 'Conseguir una entrada' })
  })

  it('remembers what one said of a guide', async () => {
    const { user, unmount } = await renderApp({ at: '/help/player/cameras', api: api() })
    await user.click(await screen.findByRole('button', { name: 'No' }))
    expect(screen.getByText(/Cuéntanos qué falta/)).toBeTruthy()
    unmount()
    await renderApp({ at: '/help/player/cameras', api: api() })
    expect((await screen.findByRole('button', { name: 'No' })).getAttribute('aria-pressed')).toBe('true')
  })

  it('is still read when the server does not answer; the support address is then left out', async () => {
    const silent = createFakeApi()
    silent.silence(true)
    await renderApp({ at: '/help/legal/report', api: silent })
    await screen.findByRole('heading', { level: 1, name: 'Denunciar un contenido' })
    expect(screen.getByRole('article').textContent).toContain('el correo de soporte')
  })

  it.each([
    ['en', 'Keyboard shortcuts'],
    ['pt', 'Atalhos de teclado'],
  ] as const)('is there in %s under the same address [UX-018]', async (language, title) => {
    await renderApp({ at: '/help/player/shortcuts', api: api(), language })
    await screen.findByRole('heading', { level: 1, name: title })
  })
})

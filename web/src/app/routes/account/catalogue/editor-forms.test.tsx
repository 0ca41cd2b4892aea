import { categories } from '@e-events/shared/contract/catalogue/categories.ts'
import { channels, type OwnChannelDetail } from '@e-events/shared/contract/catalogue/channels.ts'
import { speakers, type OwnSpeaker } from '@e-events/shared/contract/catalogue/speakers.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { snackStore } from '../../../../components/feedback/use-snacks.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { ownChannelDetail, ownSpeaker } from '../../../../testing/channel-factories.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { createFakeApi, type FakeApi } from '../../../../testing/fake-api.ts'
import { renderApp } from '../../../../testing/render-app.tsx'

const organizer = sessionUser({ roles: ['VIEWER', 'PRODUCER'] })
const at = '/account/channels/sala-faro'

/** Both are stored as they are sent. */
function apiWith(stored: { channel?: OwnChannelDetail; speaker?: OwnSpeaker }): FakeApi {
  const api = createFakeApi()
  let { channel = ownChannelDetail(), speaker = ownSpeaker() } = stored
  api.on(categories.list, () => ({ items: [] }))
  api.on(channels.getOwn, () => channel)
  api.on(channels.update, ({ body }) => (channel = { ...channel, ...(body as object) }))
  api.on(speakers.getOwn, () => speaker)
  api.on(speakers.update, ({ body }) => (speaker = { ...speaker, ...(body as object) }))
  return api
}
const open = (at: string, api: FakeApi) => renderApp({ at, api, user: organizer })
const button = (name: string) => screen.findByRole<HTMLButtonElement>('button', { name })
const lastBody = (api: FakeApi, endpoint: unknown) => api.calls.findLast((call) => call.endpoint === endpoint)?.body
const isClean = () =>
  waitFor(() => expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Todo está guardado'))
const field = (name: RegExp) => screen.findByRole<HTMLInputElement>('textbox', { name })

afterEach(() => act(() => snackStore.get().forEach(({ key }) => snackStore.remove(key))))

describe('the language that something was written in', () => {
  it('of a channel changes: a text in the new one changes places with the original, else the words stay', async () => {
    const channel = ownChannelDetail({ shortDescription: 'Waves', translations: { pt: { shortDescription: 'Ondas' } } })
    const api = apiWith({ channel })
    const { user, container } = await open(at, api)
    const original = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Idioma original' })
    const text = () => screen.getByRole<HTMLInputElement>('textbox', { name: /Descripción breve/ })
    const tabs = within(screen.getByRole('tablist', { name: 'Idiomas' }))
    const shown = async () => {
      const texts: Record<string, string> = {}
      for (const { textContent: name } of tabs.getAllByRole('tab')) {
        await user.click(tabs.getByRole('tab', { name: (_, { textContent }) => textContent === name }))
        texts[name] = text().value
      }
      await user.click(tabs.getByRole('tab', { name: /principal/ }))
      return texts
    }
    expect(original.value).toBe('es')
    expect(await shown()).toEqual({ Españolprincipal: 'Waves', English: '', Português: 'Ondas' })

    // Written in English all along, and shown as Spanish: the tab that is open stays the original's.
    await user.selectOptions(original, 'English')
    expect(text().value).toBe('Waves')
    tabs.getByRole('tab', { name: /English/, selected: true })
    expect(await shown()).toEqual({ Englishprincipal: 'Waves', Español: '', Português: 'Ondas' })
    expect(await axeViolations(container)).toEqual([])
    await user.click(await button('Guardar'))
    await screen.findByText('El canal se ha guardado.')
    expect(lastBody(api, channels.update)).toMatchObject({ language: 'en', shortDescription: 'Waves' })
    expect(lastBody(api, channels.update)).toHaveProperty('translations', {
      es: { shortDescription: '' },
      pt: { shortDescription: 'Ondas' },
    })

    // Portuguese has a text: neither of the two is lost, from whichever tab it is chosen.
    await user.click(tabs.getByRole('tab', { name: 'Português' }))
    await user.selectOptions(original, 'Português')
    expect(text().value).toBe('Ondas')
    expect(await shown()).toEqual({ Portuguêsprincipal: 'Ondas', Español: '', English: 'Waves' })
    await user.type(text(), ' do mar')
    await user.click(await button('Guardar'))
    await waitFor(() => expect(lastBody(api, channels.update)).toMatchObject({ language: 'pt', shortDescription: 'Ondas do mar' }))
    expect(lastBody(api, channels.update)).toHaveProperty('translations', {
      es: { shortDescription: '' },
      en: { shortDescription: 'Waves' },
    })

    await isClean()
    await user.selectOptions(original, 'English')
    await user.click(await button('Descartar'))
    expect(original.value).toBe('pt')
    expect(await shown()).toEqual({ Portuguêsprincipal: 'Ondas do mar', Español: '', English: 'Waves' })
  })

  it('of a speaker changes: texts in the new one change places with the original, else the words stay', async () => {
    const speaker = ownSpeaker({ title: 'Pianist', bio: 'Born in Cádiz.', translations: { pt: { title: 'Pianista', bio: '' } } })
    const api = apiWith({ speaker })
    const { user } = await renderApp({ at: `/account/speakers/${speaker.id}`, api, user: organizer })
    const original = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Idioma original' })
    const value = (name: RegExp) => screen.getByRole<HTMLInputElement>('textbox', { name }).value
    const texts = () => [value(/Cargo u oficio/), value(/Biografía/)]
    const saved = async () => {
      const before = api.calls.length
      await user.click(screen.getByRole('button', { name: 'Guardar' }))
      await waitFor(() => expect(api.calls.slice(before).some(({ endpoint }) => endpoint === speakers.update)).toBe(true))
      return api.calls.findLast(({ endpoint }) => endpoint === speakers.update)?.body as object
    }
    await user.selectOptions(original, 'English')
    screen.getByRole('tab', { name: /English/, selected: true })
    expect(texts()).toEqual(['Pianist', 'Born in Cádiz.'])
    const relabelled = await saved()
    expect(relabelled).toMatchObject({ language: 'en', title: 'Pianist', bio: 'Born in Cádiz.' })
    expect(relabelled).toHaveProperty('translations', { es: { title: '', bio: '' }, pt: { title: 'Pianista', bio: '' } })

    await user.selectOptions(original, 'Português')
    expect(texts()).toEqual(['Pianista', ''])
    await user.type(screen.getByRole('textbox', { name: /Biografía/ }), 'Nascida em Cádis.')
    const exchanged = await saved()
    expect(exchanged).toMatchObject({ language: 'pt', title: 'Pianista', bio: 'Nascida em Cádis.' })
    expect(exchanged).toHaveProperty('translations', { es: { title: '', bio: '' }, en: { title: 'Pianist', bio: 'Born in Cádiz.' } })
  })

  it('of a new speaker is chosen', async () => {
    const api = apiWith({})
    api.on(speakers.listOwn, () => ({ items: [], nextCursor: null, total: 0 }))
    api.on(speakers.create, () => ownSpeaker({ name: 'Ben', language: 'en' }))
    const { user } = await renderApp({ at: '/account/speakers/new', api, user: organizer })
    const dialog = within(await screen.findByRole('dialog', { name: 'Nuevo ponente' }))
    await user.type(dialog.getByRole('textbox', { name: /^Nombre/ }), 'Ben')
    await user.type(dialog.getByRole('textbox', { name: /Cargo u oficio/ }), 'Skipper')
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Idioma original' }), 'English')
    await user.click(dialog.getByRole('button', { name: 'Crear ponente' }))
    await waitFor(() =>
      expect(api.calls.findLast(({ endpoint }) => endpoint === speakers.create)?.body).toMatchObject({
        language: 'en',
        title: 'Skipper',
        translations: { es: { title: '', bio: '' }, pt: { title: '', bio: '' } },
      }),
    )
  })
})

describe('the editors of a channel and a speaker', () => {
  it.each([
    ['the details of a channel', at, /^Título/, 'Sala Faro'],
    ['the billing of a channel', `${at}?tab=billing`, /IBAN/, ''],
    ['a speaker', `/account/speakers/${ownSpeaker().id}`, /^Nombre/, 'Nora Beltrán'],
  ])('discard what was typed: %s', async (_, address, name, stored) => {
    await openAndType(address, name)
    await act(async () => (await button('Descartar')).click())
    await isClean()
    expect((await field(name)).value).toBe(stored)
  })

  it.each([
    ['the details of a channel', at, /^Título/, 'Sala Nueva'],
    ['a speaker', `/account/speakers/${ownSpeaker().id}`, /^Nombre/, 'Sala Nueva'],
  ])('show what was stored, without the blanks that were typed around it: %s', async (_, address, name, stored) => {
    const { user } = await openAndType(address, name)
    await user.click(await button('Guardar'))
    await isClean()
    expect((await field(name)).value).toBe(stored)
  })

  async function openAndType(address: string, name: RegExp) {
    const app = await open(address, apiWith({ speaker: ownSpeaker({ name: 'Nora Beltrán' }) }))
    const input = await field(name)
    await app.user.clear(input)
    await app.user.type(input, ' Sala Nueva ')
    return app
  }
})

import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { datasheets, emptyDatasheet, type DatasheetContent } from '@e-events/shared/contract/learning/datasheets.ts'
import { config } from '@e-events/shared/contract/settings/config.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { sessionUser } from '../../../../testing/factories.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { button, concert, input, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const at = '/account/channels/sala-faro/products/escucha?step=media'
let stage: ProductStage
let stored: (DatasheetContent & { version: number; updatedAt: string }) | null

beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
  stage.stored = concert({ slug: 'escucha', title: 'Escucha', type: 'datasheet' })
  stored = null
  const keep = (content: Partial<DatasheetContent>) => {
    stored = { ...emptyDatasheet, ...stored, ...content, version: (stored?.version ?? 0) + 1, updatedAt: '2026-05-02T10:00:00.000Z' }
    return { datasheet: stored }
  }
  stage.api.on(datasheets.getOwn, () => ({ datasheet: stored }))
  stage.api.on(datasheets.create, ({ body: { productSlug: _, ...content } }) => keep(content as Partial<DatasheetContent>))
  stage.api.on(datasheets.update, ({ body: { version, ...content } }) => {
    if (version !== stored?.version) throw new Refusal('EDIT_CONFLICT')
    return keep(content)
  })
})

const group = async () => within(await screen.findByRole('group', { name: 'Educational worksheet' }))

describe('the datasheet in the form of its product', () => {
  it('is written by its organizer and by administrators, under products of its type', async () => {
    for (const [address, user] of [
      [at, stage.organizer],
      ['/manage/products/escucha?step=media', sessionUser({ roles: ['VIEWER', 'ADMIN'] })],
    ] as const) {
      const app = await stage.open(address, { user })
      expect((await group()).getByRole<HTMLInputElement>('textbox', { name: /^Title/ }).value).toBe('Escucha')
      app.unmount()
    }
    stage.stored = concert({ slug: 'escucha', title: 'Escucha', type: 'vod' })
    await stage.open(at)
    await screen.findByRole('heading', { level: 1, name: 'Escucha' })
    expect(screen.queryByRole('group', { name: 'Educational worksheet' })).toBeNull()
  })

  it('saves the text, then its changes under the version that was read', async () => {
    const { user, container } = await stage.open(at)
    await user.type(await input(/^Abstract/), 'Hear a song from the inside')
    await user.click(await button('Save the worksheet'))
    await screen.findByText('Worksheet saved')
    expect(stage.bodies(datasheets.create)).toMatchObject([
      { productSlug: 'escucha', title: 'Escucha', abstract: 'Hear a song from the inside' },
    ])
    await user.type(await input(/^License/), 'CC0')
    await user.click(await button('Save the worksheet'))
    await waitFor(() => expect(stage.bodies(datasheets.update)).toMatchObject([{ version: 1, license: 'CC0' }]))
    expect(stage.api.countOf(ownProducts.getOwn)).toBeGreaterThan(1)
    expect(await axeViolations(container)).toEqual([])
  }, 30_000)

  it('counts the abstract against a recommendation, and saves more [LRN-032]', async () => {
    const { user } = await stage.open(at)
    const abstract = await input(/^Abstract/)
    await user.click(abstract)
    await user.paste('x'.repeat(1_500))
    expect((await screen.findByText(/1[.,]?500 .*1[.,]?000/)).textContent).toMatch(/recommended/)
    await user.click(await button('Save the worksheet'))
    await waitFor(() => expect(stored?.abstract).toHaveLength(1_500))
  })

  it('offers no fifth benefit, and one again after one was removed [LRN-031]', async () => {
    const { user } = await stage.open(at)
    for (let number = 1; number <= 4; number++) {
      await user.click(await button('Add a benefit'))
      await user.type(await input(new RegExp(`^Benefit ${number}`)), `B${number}`)
    }
    expect(screen.queryByRole('button', { name: 'Add a benefit' })).toBeNull()
    await user.click(await button('Remove row 2 of Benefits'))
    await button('Add a benefit')
    await user.click(await button('Save the worksheet'))
    await waitFor(() => expect(stored?.benefits).toEqual(['B1', 'B3', 'B4']))
  }, 30_000)

  it('sends nothing wrong, says where it is, and forgets rows that were left empty', async () => {
    const { user } = await stage.open(at)
    await user.click(await button('Add a link'))
    await user.type(await input(/^Link 1/), 'nowhere')
    await user.click(await button('Add a testimonial'))
    await user.type(await input(/^Text of testimonial 1/), 'Good')
    await user.click(await button('Add a link'))
    await user.click(await button('Save the worksheet'))
    expect((await screen.findByRole('alert')).textContent).toBe('2 fields need another look.')
    expect([stage.api.countOf(datasheets.create), (await input(/^Link 1/)).getAttribute('aria-invalid')]).toEqual([0, 'true'])
    await user.clear(await input(/^Link 1/))
    await user.type(await input(/^Link 1/), 'https://example.org')
    await user.type(await input(/^Name of the person of testimonial 1/), 'Nora')
    await user.click(await button('Save the worksheet'))
    await waitFor(() =>
      expect(stored).toMatchObject({ relatedLinks: ['https://example.org'], testimonials: [{ name: 'Nora', text: 'Good' }] }),
    )
  }, 30_000)

  it('keeps what was typed when somebody else saved meanwhile', async () => {
    stored = { ...emptyDatasheet, title: 'Escucha', version: 1, updatedAt: '2026-05-02T10:00:00.000Z' }
    const { user } = await stage.open(at)
    await user.type(await input(/^License/), 'CC0')
    stored = { ...stored, version: 2 }
    await user.click(await button('Save the worksheet'))
    await screen.findByRole('alert')
    expect([(await input(/^License/)).value, stored.license]).toEqual(['CC0', ''])
  })

  it('rests while its module is off', async () => {
    stage.api.on(config.modules, () => ({ modules: [{ id: 'datasheets' as const, active: false }] }))
    await stage.open(at)
    await screen.findByText('Educational worksheets are turned off on this platform. What is written is kept.')
    expect(stage.api.countOf(datasheets.getOwn)).toBe(0)
  })
})

import { ownProducts, type OwnProductDetail } from '@e-events/shared/contract/catalogue/own-products.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import type { RenderedApp } from '../../../../testing/render-app.tsx'
import { button, concert, goToStep, input, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const address = '/account/channels/sala-faro/products/concierto?step=texts'
let stage: ProductStage
beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
})

/** Somebody else stores something. */
function meanwhile(change: Partial<OwnProductDetail> & { title?: string }): void {
  const { title, ...rest } = change
  const text = title === undefined ? stage.stored.text : { ...stage.stored.text, title }
  stage.stored = { ...stage.stored, ...rest, text, revision: stage.stored.revision + 1 }
}
/** A draft saves itself a moment after the last change. */
const patient = { timeout: 20_000 }
const title = () => input(/^Title\W*$/)
/** At the end of the title, in one go: a slow machine would save in between. */
async function add(app: RenderedApp, words: string): Promise<void> {
  await app.user.click(await title())
  await app.user.paste(words)
}
const seenRevisions = () => stage.api.calls.filter(({ endpoint }) => endpoint === ownProducts.update).map(({ ifMatch }) => ifMatch)

describe('two who edit the same product', () => {
  it('each save goes out on top of the revision that the one before made', async () => {
    const app = await stage.open(address)
    await add(app, ' uno')
    await app.user.click(await button('Save changes'))
    await waitFor(() => expect(stage.stored.text.title).toBe('Concierto uno'), patient)
    await add(app, ' dos')
    await waitFor(() => expect(stage.stored.text.title).toBe('Concierto uno dos'), patient)
    expect(seenRevisions()).toEqual(['"1"', '"2"'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('what nobody typed here is taken from them, what was typed is stored on top, and it is said', async () => {
    const app = await stage.open(address)
    await title()
    meanwhile({ director: 'Otra mano' })
    await add(app, ' largo')
    const notice = within(await screen.findByRole('alert', {}, patient))
    notice.getByText(/^Somebody changed this product while you were editing/)
    await waitFor(() => expect(stage.stored).toMatchObject({ director: 'Otra mano', text: { title: 'Concierto largo' } }), {
      timeout: 5_000,
    })
    expect(seenRevisions()).toEqual(['"1"', '"2"'])
    await app.user.click(notice.getByRole('button', { name: 'Classification' }))
    expect((await input('Director')).value).toBe('Otra mano')
    await app.user.click(await button('Close'))
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('of the same field changed twice what was typed stays, nothing is stored until one chooses, and mine can stay', async () => {
    const app = await stage.open(address)
    await title()
    meanwhile({ title: 'Recital', director: 'Otra mano' })
    await add(app, ' largo')
    await screen.findByText(/^Somebody changed the same as you/, {}, patient)
    expect((await title()).value).toBe('Concierto largo')
    screen.getByText('Choose first what stays')
    expect((await button('Save changes')).disabled).toBe(true)
    expect(stage.stored.text.title).toBe('Recital')
    await app.user.click(await button('Keep mine'))
    await waitFor(() => expect(stage.stored.text.title).toBe('Concierto largo'), patient)
    expect(stage.stored.director).toBe('Otra mano')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('or theirs, while what else was typed is stored', async () => {
    stage.stored = concert({ status: 'published' })
    const app = await stage.open(address)
    await app.user.clear(await input(/^Short description/))
    await app.user.paste('Mía')
    await add(app, ' largo')
    meanwhile({ title: 'Recital' })
    await app.user.click(await button('Save changes'))
    await app.user.click(await button('Use theirs'))
    expect((await title()).value).toBe('Recital')
    expect((await input(/^Short description/)).value).toBe('Mía')
    await app.user.click(await button('Save changes'))
    await waitFor(() => expect(stage.bodies(ownProducts.update)).toHaveLength(2))
    expect(stage.bodies(ownProducts.update).at(-1)).toEqual({ shortDescription: 'Mía' })
    expect(seenRevisions()).toEqual(['"1"', '"2"'])
  })

  it('says so where what they did cannot be fetched, and leaving asks', async () => {
    stage.stored = concert({ status: 'published' })
    const app = await stage.open(address)
    await title()
    meanwhile({ title: 'Recital' })
    stage.api.on(ownProducts.getOwn, () => {
      throw new Refusal('INTERNAL')
    })
    await add(app, ' largo')
    await app.user.click(await button('Save changes'))
    await screen.findByText('Not saved', {}, patient)
    expect(screen.getByRole('alert').textContent).not.toContain('Keep mine')
    expect((await title()).value).toBe('Concierto largo')
    await app.user.click(await title())
    void app.router.navigate('/')
    await screen.findByRole('dialog', { name: 'Leave without saving?' })
  })

  it('publishing says which revision is meant, and a newer one is shown before it is tried again', async () => {
    stage.stored = concert({ publishChecklist: [{ rule: 'channel', ok: true }] })
    stage.api.on(ownProducts.publish, (_, { ifMatch }) => {
      if (ifMatch !== `"${stage.stored.revision}"`) throw new Refusal('EDIT_CONFLICT')
      return (stage.stored = { ...concert({ status: 'published' }), revision: stage.stored.revision + 1 })
    })
    const app = await stage.open(address)
    await app.user.click(await button('Publish'))
    const dialog = within(await screen.findByRole('dialog', { name: 'Publish the product' }))
    const fetched = stage.api.countOf(ownProducts.getOwn)
    meanwhile({ title: 'Recital' })
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    await dialog.findByRole('alert')
    await waitFor(() => expect(stage.api.countOf(ownProducts.getOwn)).toBe(fetched + 1))
    await app.user.click(dialog.getByRole('button', { name: 'Publish' }))
    await waitFor(() => expect(stage.stored.status).toBe('published'), patient)
    await goToStep(app, 'Texts')
  })
})

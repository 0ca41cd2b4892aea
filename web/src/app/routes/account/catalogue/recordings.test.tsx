import { broadcasts, type Recording } from '@e-events/shared/contract/live/broadcasts.ts'
import { ownProducts } from '@e-events/shared/contract/catalogue/own-products.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { toursStorageKey } from '../../../../features/guidance/tours/seen.ts'
import { axeViolations } from '../../../../testing/axe.ts'
import { Refusal } from '../../../../testing/fake-api.ts'
import { concert, stageProducts, type ProductStage } from '../../../../testing/product-stage.ts'

const address = '/account/channels/sala-faro/products/concierto?step=media'
let stage: ProductStage
let recordings: Recording[]

type File = Recording['files'][number]
const id = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
const file = (wanted: Partial<File> = {}): File => ({
  feedId: id(1) as File['feedId'],
  label: 'Escenario',
  state: 'ready',
  durationMs: 3_725_000,
  sizeBytes: 812 * 1024 ** 2,
  mp4Url: '/media/token/live/show/escenario.mp4',
  ...wanted,
})
const recording = (wanted: Partial<Recording> = {}): Recording => ({
  id: id(2) as Recording['id'],
  broadcastId: id(3) as Recording['broadcastId'],
  productSlug: 'concierto',
  title: 'Concierto',
  startedAt: '2026-11-20T19:00:00.000Z',
  state: 'ready',
  durationMs: 3_725_000,
  sizeBytes: 1.5 * 1024 ** 3,
  files: [file()],
  isCharged: true,
  onDemand: null,
  ...wanted,
})

beforeEach(() => {
  localStorage.setItem(toursStorageKey, '["organizer-home","new-product"]')
  stage = stageProducts()
  stage.stored = concert({ status: 'published' })
  recordings = [recording()]
  stage.api.on(broadcasts.recordings, () => ({ items: recordings, nextCursor: null }))
})
const row = async () => within(await screen.findByRole('listitem', { name: /20 Nov/ }))

describe('recordings of a live show', () => {
  it('say when, how long and how large, are watched and downloaded [VID-016]', async () => {
    const { user, container } = await stage.open(address)
    const show = await row()
    show.getByText('1:02:05 · 1.5 GB')
    show.getByText('1:02:05 · 812 MB')
    const link = show.getByRole('link', { name: 'Download' })
    expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual([
      '/media/token/live/show/escenario.mp4',
      'Concierto · Escenario.mp4',
    ])
    await user.click(show.getByRole('button', { name: 'Watch' }))
    const dialog = await screen.findByRole('dialog', { name: 'Concierto · Escenario' })
    const video = dialog.querySelector('video')
    expect(video?.getAttribute('src')).toBe('/media/token/live/show/escenario.mp4')
    if (video) fireEvent.error(video)
    expect((await within(dialog).findByRole('alert')).textContent).toMatch(/^This file cannot be played/)
    await user.click(within(dialog).getByRole('button', { name: 'Close' }))
    expect(await axeViolations(container)).toEqual([])
    expect(stage.api.calls.find(({ endpoint }) => endpoint === broadcasts.recordings)?.query).toMatchObject({ product: 'concierto' })
  })

  it('are put on demand: a draft that opens in its own form [VID-016]', async () => {
    const vod = concert({ slug: 'concierto-2', title: 'Concierto', type: 'vod', status: 'draft' })
    stage.api.on(ownProducts.recordingToVod, () => {
      recordings = [recording({ onDemand: { slug: 'concierto-2', channelSlug: 'sala-faro', status: 'draft' } })]
      stage.stored = vod
      return vod
    })
    const { user, router } = await stage.open(address)
    ;(await row()).getByText('Costs €49.00 until it is on demand.')
    await user.click((await row()).getByRole('button', { name: 'Publish on demand' }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/account/channels/sala-faro/products/concierto-2'))
    expect(stage.api.calls.find(({ endpoint }) => endpoint === ownProducts.recordingToVod)?.params).toEqual({ id: id(2) })
    await screen.findByText(/^Done: a video draft/)
  })

  it('lead to what they were put on demand as, instead of making it twice', async () => {
    recordings = [recording({ onDemand: { slug: 'concierto-2', channelSlug: 'sala-faro', status: 'published' } })]
    await stage.open(address)
    expect((await row()).getByRole('link', { name: 'On demand' }).getAttribute('href')).toBe(
      '/account/channels/sala-faro/products/concierto-2',
    )
    expect((await row()).queryByRole('button', { name: 'Publish on demand' })).toBeNull()
    ;(await row()).getByText('Costs nothing: it is on demand.')
  })

  it('that were put on demand in another window meanwhile are shown so', async () => {
    stage.api.on(ownProducts.recordingToVod, () => {
      recordings = [recording({ onDemand: { slug: 'concierto-2', channelSlug: 'sala-faro', status: 'draft' } })]
      throw new Refusal('STATE_CONFLICT')
    })
    const { user } = await stage.open(address)
    await user.click((await row()).getByRole('button', { name: 'Publish on demand' }))
    await waitFor(async () => expect((await row()).queryByRole('link', { name: 'On demand: draft' })).not.toBeNull())
  })

  it('say what they lack while they are made or after they failed', async () => {
    recordings = [
      recording({ files: [file({ state: 'processing', mp4Url: null })] }),
      recording({ id: id(5) as Recording['id'], startedAt: '2026-11-19T19:00:00.000Z', state: 'recording', files: [] }),
      recording({ id: id(6) as Recording['id'], startedAt: '2026-11-18T19:00:00.000Z', state: 'failed', files: [] }),
    ]
    await stage.open(address)
    ;(await row()).getByText('Preparing the file')
    expect((await row()).queryByRole('button', { name: 'Watch' })).toBeNull()
    screen.getByText('Recording now')
    screen.getByText('The recording failed')
    expect(screen.getAllByRole('button', { name: 'Publish on demand' })).toHaveLength(1)
  })

  it('are said not to be there, and are tried again where they cannot be loaded', async () => {
    recordings = []
    const first = await stage.open(address)
    await screen.findByText('There are no recordings yet')
    first.unmount()
    stage.api.on(broadcasts.recordings, () => {
      throw new Refusal('UNAVAILABLE')
    })
    const second = await stage.open(address)
    await screen.findByText('We could not load the recordings')
    stage.api.on(broadcasts.recordings, () => ({ items: [recording()], nextCursor: null }))
    await second.user.click(screen.getByRole('button', { name: 'Try again' }))
    await row()
  })

  it('have no place in the form of a draft', async () => {
    stage.stored = concert({ status: 'draft' })
    await stage.open(address)
    await screen.findByRole('heading', { level: 2, name: 'Content' })
    expect(screen.queryByRole('heading', { name: 'Recordings' })).toBeNull()
  })
})

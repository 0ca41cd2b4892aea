import type { Client } from '@e-events/shared/contract/client.ts'
import { podcasts, privateFeeds, type PrivateFeed } from '@e-events/shared/contract/catalogue/podcasts.ts'
import { tickets } from '@e-events/shared/contract/sales/tickets.ts'
import { limits } from '@e-events/shared/limits.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { productCard, sessionUser, ticket } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { checkChapters, parseClock } from './chapter-rows.ts'
import { saveChaptersMutation } from './queries.ts'

const channel = { slug: 'marea', title: 'Marea Alta', logoUrl: null }
const feed = (number: number): PrivateFeed => ({
  id: `00000000-0000-4000-8000-0000000000${number}`,
  channel,
  createdAt: '2026-05-02T10:00:00.000Z',
  lastReadAt: null,
})

async function open(feeds: PrivateFeed[] = []) {
  const api = createFakeApi()
  let items = feeds
  api.on(tickets.list, () => ({
    items: [
      ticket({ product: productCard({ type: 'podcast', title: 'Ondas', channel }) }),
      ticket({ product: productCard({ type: 'podcast', title: 'Ondas 2', channel }) }),
      ticket({ product: productCard({ type: 'vod', title: 'Película', channel: { slug: 'otro', title: 'Otro', logoUrl: null } }) }),
    ],
    nextCursor: null,
  }))
  api.on(privateFeeds.list, () => ({ items }))
  api.on(privateFeeds.create, () => {
    items = [feed(11)]
    return { ...feed(11), url: 'https://e.example/api/feeds/first/feed.xml' }
  })
  api.on(privateFeeds.rotate, () => {
    items = [feed(12)]
    return { ...feed(12), url: 'https://e.example/api/feeds/second/feed.xml' }
  })
  api.on(privateFeeds.revoke, () => {
    items = []
  })
  const app = await renderApp({ at: '/mystuff/products', api, user: sessionUser() })
  const panel = await screen.findByRole('region', { name: 'Tus pódcast en tu aplicación' })
  return { app, api, panel: within(panel), container: panel }
}

describe('private feeds in my stuff', () => {
  it('are offered once per channel of a podcast, made, copied, renewed and withdrawn', async () => {
    const { app, api, panel, container } = await open()
    expect(await panel.findAllByRole('heading', { level: 3 })).toHaveLength(1)
    await app.user.click(panel.getByRole('button', { name: 'Crear la dirección: Marea Alta' }))
    const address = await panel.findByRole<HTMLInputElement>('textbox', { name: 'Dirección privada' })
    expect(address.value).toBe('https://e.example/api/feeds/first/feed.xml')
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    await app.user.click(panel.getByRole('button', { name: 'Copiar' }))
    expect(write).toHaveBeenCalledWith(address.value)
    expect(await axeViolations(container)).toEqual([])

    await app.user.click(await panel.findByRole('button', { name: 'Nueva dirección: Marea Alta' }))
    await app.user.click(
      within(await screen.findByRole('dialog', { name: '¿Cambiar la dirección?' })).getByRole('button', { name: 'Nueva dirección' }),
    )
    await waitFor(() =>
      expect(panel.getByRole<HTMLInputElement>('textbox', { name: 'Dirección privada' }).value).toBe(
        'https://e.example/api/feeds/second/feed.xml',
      ),
    )
    await app.user.click(panel.getByRole('button', { name: 'Retirar: Marea Alta' }))
    await app.user.click(
      within(await screen.findByRole('dialog', { name: '¿Retirar la dirección?' })).getByRole('button', { name: 'Retirar' }),
    )
    expect(await panel.findByRole('button', { name: 'Crear la dirección: Marea Alta' })).toBeTruthy()
    expect([api.countOf(privateFeeds.rotate), api.countOf(privateFeeds.revoke)]).toEqual([1, 1])
  })

  it('never show the address of one that was made before', async () => {
    const { panel } = await open([feed(10)])
    expect(await panel.findByText(/Ninguna aplicación la ha leído aún/)).toBeTruthy()
    expect(panel.queryByRole('textbox')).toBeNull()
  })
})

describe('a time as it is typed', () => {
  it.each([
    ['0:00', 0],
    ['45', 45_000],
    ['2:07', 127_000],
    ['90:00', 5_400_000],
    ['1:02:07', 3_727_000],
    ['24:00:00', limits.chapterStartMs],
    ['24:00:01', undefined],
    ['1:60', undefined],
    ['1:60:00', undefined],
    ['-1', undefined],
    ['abc', undefined],
    ['', undefined],
  ])('%j → %j', (text, ms) => expect(parseClock(text)).toBe(ms))
})

describe('chapters as they are typed', () => {
  it('are brought in order, empty rows left out', () => {
    const rows = [
      { key: 1, title: ' Dos ', start: '2:00' },
      { key: 2, title: '', start: '' },
      { key: 3, title: 'Uno', start: '0:00' },
    ]
    expect(checkChapters(rows, 600_000)).toEqual({
      chapters: [
        { title: 'Uno', startMs: 0 },
        { title: 'Dos', startMs: 120_000 },
      ],
      problems: new Map(),
    })
  })

  it('say what is wrong with which', () => {
    const rows = [
      { key: 1, title: 'a', start: 'x' },
      { key: 2, title: 'b', start: '10:00' },
      { key: 3, title: 'c', start: '1:00' },
      { key: 4, title: 'd', start: '1:00' },
      { key: 5, title: ' ', start: '3:00' },
    ]
    expect([...checkChapters(rows, 600_000).problems]).toEqual([
      [1, 'time'],
      [2, 'behind'],
      [4, 'twice'],
      [5, 'title'],
    ])
    expect(checkChapters([{ key: 2, title: 'b', start: '10:00' }], null).problems.size).toBe(0)
  })

  it('are sent all at once', async () => {
    const call = vi.fn<(...args: unknown[]) => Promise<unknown>>(() => Promise.resolve({ chapters: [], durationMs: null }))
    const { mutationFn } = saveChaptersMutation({ call } as unknown as Client, 'ondas')
    await mutationFn?.([{ title: 'Uno', startMs: 0 }], {} as never)
    expect(call).toHaveBeenCalledWith(podcasts.setChapters, {
      params: { slug: 'ondas' },
      body: { chapters: [{ title: 'Uno', startMs: 0 }] },
    })
  })
})

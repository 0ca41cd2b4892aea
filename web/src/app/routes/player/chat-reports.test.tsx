import { chat, type ChatMessage } from '@e-events/shared/contract/live/chat.ts'
import { chatReports } from '@e-events/shared/contract/live/chat-reports.ts'
import { playback } from '@e-events/shared/contract/live/playback.ts'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { playbackFeed, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const slug = 'noche-de-faro'
const at = new Date(Date.now() - 60_000).toISOString()
const message: ChatMessage = {
  id: '00000000-0000-4000-8000-000000000001',
  clientId: '00000000-0000-4000-8000-000000000002',
  change: 1,
  product: slug,
  user: '00000000-0000-4000-8000-000000000003' as never,
  name: 'Rita Lima',
  role: 'viewer',
  text: 'Grosero',
  timestamp: at,
  moment: at,
  isBehind: false,
  replyTo: null,
  pendingApproval: false,
  state: 'shown',
}

async function open(role: 'viewer' | 'organizer') {
  const api = createFakeApi()
  api.on(playback.get, () => playbackOnAir([playbackFeed()]))
  api.on(chat.messages, () => ({ messages: [] }))
  api.on(chat.open, () => ({
    room: { isEnabled: true, isModerated: false, slowModeSec: 1, pinned: null },
    me: { role, mute: null },
    messages: [message],
    lastChange: 1,
    settings: role === 'viewer' ? null : { isEnabled: true, moderation: 'site' as const, slowModeSec: 1, blockedWords: [] },
  }))
  api.on(chat.mutes, () => ({ items: [] }))
  const app = await renderApp({ at: `/player/${slug}`, api, user: sessionUser() })
  await screen.findByText('Grosero')
  return { api, app }
}
const openMenu = async (app: Awaited<ReturnType<typeof open>>['app']) => app.user.click(screen.getByRole('button', { name: /Rita Lima/ }))

describe('reported messages of the chat', () => {
  it('are reported by a viewer, who is thanked; a refusal is said', async () => {
    const { api, app } = await open('viewer')
    api.on(chatReports.report, () => {
      throw new Refusal('STATE_CONFLICT', 'Ya no está.')
    })
    await openMenu(app)
    await app.user.click(await screen.findByRole('menuitem', { name: 'Denunciar el mensaje' }))
    await screen.findByText(/Ya no está/)
    api.on(chatReports.report, () => undefined)
    await openMenu(app)
    await app.user.click(await screen.findByRole('menuitem', { name: 'Denunciar el mensaje' }))
    await screen.findByText('Gracias. Lo verán las personas que moderan.')
    expect(api.calls.findLast(({ endpoint }) => endpoint === chatReports.report)?.params).toEqual({ slug, id: message.id })
  })

  it('are dismissed or removed by moderators in the settings, who need not report', async () => {
    const { api, app } = await open('organizer')
    let items = [{ message, reports: 2, firstReportedAt: at }]
    api.on(chatReports.list, () => ({ items }))
    api.on(chatReports.dismiss, () => {
      items = []
    })
    api.on(chat.remove, () => {
      items = []
      return { ...message, text: '', state: 'removed' as const, change: 2 }
    })
    await openMenu(app)
    expect(screen.queryByRole('menuitem', { name: 'Denunciar el mensaje' })).toBeNull()
    await app.user.keyboard('{Escape}')
    const settings = () => app.user.click(screen.getByRole('button', { name: 'Ajustes del chat' }))
    await settings()
    await screen.findByText('2 denuncias')
    expect(await axeViolations(document.body)).toEqual([])
    await app.user.click(screen.getByRole('button', { name: 'Dejarlo: Grosero' }))
    await waitFor(() => expect(screen.queryByText('2 denuncias')).toBeNull())
    expect(api.countOf(chatReports.dismiss)).toBe(1)
    items = [{ message, reports: 3, firstReportedAt: at }]
    await app.user.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await settings()
    await app.user.click(await screen.findByRole('button', { name: 'Retirar: Grosero' }))
    await waitFor(() => expect(screen.queryByText('3 denuncias')).toBeNull())
    expect(api.countOf(chat.remove)).toBe(1)
  })
})

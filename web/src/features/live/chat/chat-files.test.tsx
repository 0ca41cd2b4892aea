import { chat } from '@e-events/shared/contract/live/chat.ts'
import { chatFiles } from '@e-events/shared/contract/live/chat-files.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { chatMessage } from '../../../testing/chat-factories.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { ChatPanel } from './components/chat-panel.tsx'

async function openChat({ takesFiles }: { takesFiles: boolean }) {
  const api = createFakeApi()
  const asked: string[] = []
  api.on(chat.open, () => ({
    room: { isEnabled: true, isModerated: false, slowModeSec: 1, pinned: null },
    me: { role: 'viewer' as const, mute: null },
    messages: [chatMessage(1, { text: 'orden.txt', file: { name: 'orden.txt', sizeBytes: 2_400_000 } })],
    lastChange: 1,
    settings: null,
  }))
  api.on(chat.messages, () => ({ messages: [] }))
  api.on(chatFiles.download, ({ params }) => {
    asked.push(params.id)
    throw new Refusal('NOT_FOUND')
  })
  api.on(chatFiles.send, ({ query }) => {
    asked.push(query.filename)
    if (asked.length === 1) throw new Refusal('CHAT_FILES_FULL', 'There is no room.')
    return chatMessage(2, { clientId: query.clientId, text: query.filename, file: { name: query.filename, sizeBytes: 1 } })
  })
  const part = <ChatPanel slug="show" momentMs={null} pictureMs={() => null} takesFiles={takesFiles} />
  const app = await renderApp({ at: '/', api, user: sessionUser(), language: 'en', part })
  await screen.findByText('orden.txt')
  return { app, asked, input: app.container.querySelector<HTMLInputElement>('input[type="file"]') }
}

describe('files in the chat of a meeting', () => {
  it('are sent from beside the field, each once, and refused before they leave where they cannot arrive', async () => {
    const { app, asked, input } = await openChat({ takesFiles: true })
    if (!input) throw new Error('no file input')
    expect(screen.getByRole('button', { name: 'Attach a file of up to 25 MB' })).toBeTruthy()
    input.removeAttribute('accept')
    await app.user.upload(input, new File(['x'], 'virus.exe'))
    expect(await screen.findByText('This kind of file cannot be shared.')).toBeTruthy()
    expect(asked).toEqual([])
    await app.user.upload(input, new File(['x'], 'nota.pdf'))
    expect(await screen.findByText('There is no room.')).toBeTruthy()
    await app.user.upload(input, new File(['x'], 'nota.pdf'))
    const list = within(screen.getByRole('log'))
    await waitFor(() => expect(list.getAllByRole('button', { name: /^Download/ })).toHaveLength(2))
    expect(asked).toEqual(['nota.pdf', 'nota.pdf'])
    expect(await axeViolations(app.container)).toEqual([])
  })

  it('are downloads, with their size', async () => {
    const { app, asked } = await openChat({ takesFiles: true })
    await app.user.click(screen.getByRole('button', { name: /^Download orden\.txt, 2\.3/ }))
    await waitFor(() => expect(asked).toEqual([chatMessage(1).id]))
  })

  it('cannot be sent beside a show', async () => {
    expect((await openChat({ takesFiles: false })).input).toBeNull()
  })
})

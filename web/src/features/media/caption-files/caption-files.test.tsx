import { captions, type CaptionFile } from '@e-events/shared/contract/media/captions.ts'
import { limits } from '@e-events/shared/limits.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { CaptionFiles } from './components/caption-files.tsx'

const user = { ...sessionUser(), roles: ['PRODUCER' as const] }
const vtt = (body: string) => new File([`WEBVTT\n\n${body}`], 'film.vtt', { type: 'text/vtt' })
const spanish: CaptionFile = { language: 'es', cues: 12, sizeBytes: 900, changedAt: '2026-11-25T10:00:00.000Z' }

async function open(items: CaptionFile[] = []) {
  const api = createFakeApi()
  let stored = items
  const stores: string[] = []
  api.on(captions.list, () => ({ items: stored }))
  api.on(captions.put, ({ params }) => {
    stores.push(params.language)
    stored = [...stored.filter(({ language }) => language !== params.language), { ...spanish, language: params.language, cues: 1 }]
    return { items: stored }
  })
  api.on(captions.remove, ({ params }) => ({ items: (stored = stored.filter(({ language }) => language !== params.language)) }))
  const app = await renderApp({ at: '/', api, user, language: 'en', part: <CaptionFiles productSlug="film" /> })
  return { api, app, stores, input: await screen.findByLabelText<HTMLInputElement>('Choose a subtitle file', { selector: 'input' }) }
}

describe('subtitles in the form of a video', () => {
  it('are stored as soon as a file is chosen, for the language that was chosen', async () => {
    const { app, stores, input } = await open()
    expect(screen.getByText('There are no subtitles yet.')).toBeTruthy()
    await app.user.click(screen.getByRole('combobox', { name: 'Language' }))
    await app.user.click(screen.getByRole('option', { name: 'Portuguese' }))
    fireEvent.change(input, { target: { files: [vtt('00:01.000 --> 00:02.000\nOlá\n')] } })
    expect(await screen.findByText('Portuguese', { selector: 'li *' })).toBeTruthy()
    expect(stores).toEqual(['pt'])
    await app.user.click(screen.getByRole('combobox', { name: 'Language' }))
    expect(screen.queryByRole('option', { name: 'Portuguese' })).toBeNull()
  })

  it.each([
    ['1\n00:00:01,000 --> 00:00:02,000\nSRT', 'Line 1 must begin with WEBVTT. Is it an SRT file? Convert it first.', true],
    ['00:01.000 --> 00:02.000\n<img src=x>', 'Line 3: only the tags of WebVTT may stand between < and >.', false],
    ['x'.repeat(limits.captionFileChars), 'The file is larger than 500 kB.', false],
  ])('are refused with the line before anything is sent: %#', async (text, words, isBare) => {
    const { api, input } = await open()
    fireEvent.change(input, { target: { files: [isBare ? new File([text], 'film.srt') : vtt(text)] } })
    expect((await screen.findByRole('alert')).textContent).toContain(words)
    expect(api.countOf(captions.put)).toBe(0)
  })

  it('are removed after a question', async () => {
    const { api, app } = await open([spanish])
    expect(screen.getByText('12 lines')).toBeTruthy()
    await app.user.click(screen.getByRole('button', { name: 'Remove: Spanish' }))
    await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }))
    await waitFor(() => expect(screen.queryByText('12 lines')).toBeNull())
    expect(api.countOf(captions.remove)).toBe(1)
  })

  it('have no fault that axe finds', async () => {
    const { app } = await open([spanish])
    expect(await axeViolations(app.container)).toEqual([])
  })
})

import { playback, type Playback } from '@e-events/shared/contract/live/playback.ts'
import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { describe, expect, it } from 'vitest'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi, Refusal } from '../../../testing/fake-api.ts'
import { playbackFeed, playbackOnAir } from '../../../testing/playback-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'

const key = 'AAAAAAAAAAAAAAAAAAAAAA'
const open = (answer: () => Playback, asVisitor = false) => {
  const api = createFakeApi()
  api.on(playback.rehearsal, answer)
  return renderApp({ at: `/rehearsals/${key}`, api, ...(asVisitor ? {} : { user: sessionUser() }) })
}

describe('the page of a rehearsal', () => {
  it('shows the picture and says that it is a rehearsal, without a chat', async () => {
    await open(() => playbackOnAir([playbackFeed()]))
    expect(await screen.findByRole('heading', { level: 1, name: /^Ensayo de / })).toBeTruthy()
    expect(screen.getByText(/solo lo ve quien tiene este enlace/)).toBeTruthy()
    expect(document.querySelectorAll('video').length).toBeGreaterThan(0)
    expect(screen.queryByRole('region', { name: 'Chat del evento' })).toBeNull()
    expect(
      (await axe.run(document.body, { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: false } } })).violations,
    ).toEqual([])
  })

  it('says that it is over', async () => {
    await open(() => ({ ...playbackOnAir([]), state: 'finished', recording: null }))
    expect(await screen.findByRole('heading', { level: 1, name: 'El ensayo ha terminado' })).toBeTruthy()
  })

  it('says that a link leads nowhere', async () => {
    await open(() => {
      throw new Refusal('NOT_FOUND')
    })
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy()
  })

  it('sends a visitor to the log-in and back', async () => {
    const app = await open(() => playbackOnAir([]), true)
    await waitFor(() => expect(app.router.state.location.pathname).toBe('/'))
    const login = await screen.findAllByRole('link', { name: 'Entrar' })
    expect(login.map((link) => link.getAttribute('href'))).toContain(`/login?next=%2Frehearsals%2F${key}`)
  })
})

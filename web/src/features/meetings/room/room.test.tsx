import { meets } from '@e-events/shared/contract/meetings/meets.ts'
import { meetRecordings } from '@e-events/shared/contract/meetings/recordings.ts'
import type { MeetPerson } from '@e-events/shared/signaling/meet-requests.ts'
import { fakeMeetLink, fakeMeetRtc, meetGrant, meetPerson, type FakeMeetLink } from '@e-events/shared/rtc/testing/fake-meet.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { axeViolations } from '../../../testing/axe.ts'
import { sessionUser } from '../../../testing/factories.ts'
import { createFakeApi } from '../../../testing/fake-api.ts'
import { fakeOwnMedia, meetOf } from '../../../testing/meet-factories.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { EndPanel } from './components/end-panel.tsx'
import { Room } from './components/room.tsx'
import { createSpeaker } from './lobby/speaker.ts'

beforeEach(() => {
  vi.stubGlobal('MediaStream', EventTarget)
})

const speaking = [{ source: 'microphone' as const, paused: false }]

async function enter({ people, isHost = false }: { people: MeetPerson[]; isHost?: boolean }) {
  const api = createFakeApi()
  const meet = meetOf({ state: 'started', isHost })
  api.on(meets.join, () => ({ meet, grant: meetGrant }))
  const links: FakeMeetLink[] = []
  const own = fakeOwnMedia()
  const seen = { left: 0, retried: 0 }
  const ports = {
    open: () => {
      links.push(fakeMeetLink(people))
      return Promise.resolve(links.at(-1)!)
    },
    createRtc: fakeMeetRtc,
  }
  const app = await renderApp({
    at: '/',
    api,
    user: sessionUser(),
    language: 'en',
    part: (
      <Room
        meet={meet}
        name="Ada"
        {...own}
        ports={ports}
        chat={<p>The chat</p>}
        onLeave={() => (seen.left += 1)}
        onRetry={() => (seen.retried += 1)}
      />
    ),
  })
  await screen.findByText('Connected')
  const link = () => links.at(-1)!
  const notify = (...[notification]: Parameters<FakeMeetLink['notify']>) => act(() => link().notify(notification))
  return { ...app, ...own, link, links, notify, seen }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })

describe('the room', () => {
  it('shows everybody with their marks, and can be used by everybody', async () => {
    await enter({
      people: [
        meetPerson('me', { name: 'Ada', streams: speaking }),
        meetPerson('a', { name: 'Rita', handRaisedAtMs: 20 }),
        meetPerson('b', { name: 'Hugo', handRaisedAtMs: 10, streams: speaking }),
      ],
    })
    const tiles = within(screen.getByRole('list', { name: 'People' }))
    expect(tiles.getByText('Ada (you)')).toBeTruthy()
    expect(tiles.getByRole('img', { name: 'Hand raised, turn 2' }).closest('li')?.dataset['person']).toBe('Rita')
    expect(tiles.getByTitle('Microphone off').closest('li')?.dataset['person']).toBe('Rita')
    expect(await axeViolations(document.body)).toEqual([])
  })

  it('sends devices after a press or a key, and says what the key did on its button', async () => {
    const { user, link } = await enter({ people: [meetPerson('me', { name: 'Ada' })] })
    expect(link().of('produce')).toEqual([])
    await user.click(button('Turn on the microphone (M)'))
    await waitFor(() => expect(link().of('produce')).toMatchObject([{ source: 'microphone' }]))
    await user.keyboard('v')
    await waitFor(() => expect(button('Turn off the camera (V)')).toBeTruthy())
    await user.keyboard('s')
    await waitFor(() => expect(link().of('produce')).toMatchObject([{}, { source: 'camera' }, { source: 'screen' }]))
    await user.keyboard('m')
    await waitFor(() => expect(link().of('pauseStream')).toEqual([{ source: 'microphone' }]))
    await user.keyboard('h')
    await waitFor(() => expect(link().of('raiseHand')).toEqual([{ raised: true }]))
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  })

  it('says that it is recorded for as long as it is, and again to whoever comes back', async () => {
    const { notify, links } = await enter({ people: [meetPerson('me', { name: 'Ada' })] })
    expect(screen.queryByText('Recording')).toBeNull()
    notify({ method: 'recordingChanged', data: { isRecording: true } })
    expect(await screen.findByText(/^This meeting is being recorded\. If you do not agree/)).toBeTruthy()
    expect(screen.getByText('Recording').closest('[role="status"]')).toBeTruthy()
    expect(await axeViolations(document.body)).toEqual([])
    notify({ method: 'recordingChanged', data: { isRecording: false } })
    expect(screen.queryByText('Recording')).toBeNull()
    expect(await screen.findByText('The recording has stopped')).toBeTruthy()
    expect(links).toHaveLength(1)
  })

  it('lets its owner record it after a question, and stop', async () => {
    const { api, user, notify } = await enter({ people: [meetPerson('me', { name: 'Ada', isHost: true })], isHost: true })
    api.on(meetRecordings.start, () => meetOf({ state: 'started', isHost: true, isRecording: true }))
    api.on(meetRecordings.stop, () => meetOf({ state: 'started', isHost: true }))
    await user.click(button('More'))
    await user.click(await screen.findByRole('menuitem', { name: 'Record the meeting' }))
    expect(api.countOf(meetRecordings.start)).toBe(0)
    const dialog = within(await screen.findByRole('dialog', { name: 'Record the meeting?' }))
    await user.click(dialog.getByRole('button', { name: 'Record' }))
    await waitFor(() => expect(api.countOf(meetRecordings.start)).toBe(1))
    notify({ method: 'recordingChanged', data: { isRecording: true } })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button('More'))
    await user.click(await screen.findByRole('menuitem', { name: 'Stop recording' }))
    await waitFor(() => expect(api.countOf(meetRecordings.stop)).toBe(1))
  })

  it('offers it to nobody else, not even to hosts by another host', async () => {
    const { user } = await enter({ people: [meetPerson('me', { name: 'Ada', isHost: true })] })
    await user.click(button('More'))
    expect(await screen.findByRole('menuitem', { name: 'Lock the meeting' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Record the meeting' })).toBeNull()
  })

  it('has the chat beside the pictures, and writing there presses no key of the room', async () => {
    const { user, link } = await enter({ people: [meetPerson('me')] })
    await user.click(button('Meeting chat (C)'))
    expect(screen.getByText('The chat')).toBeTruthy()
    await user.keyboard('c')
    expect(screen.queryByText('The chat')).toBeNull()
    expect(link().of('raiseHand')).toEqual([])
  })

  it('tells what happens to those who do not see it, and shows reactions for a while', async () => {
    const { notify } = await enter({ people: [meetPerson('me', { name: 'Ada' })] })
    notify({ method: 'personChanged', data: { person: meetPerson('r', { name: 'Rita', joinedAtMs: 2_000 }) } })
    expect(screen.getByText('Rita joined')).toBeTruthy()
    notify({ method: 'personChanged', data: { person: meetPerson('r', { name: 'Rita', joinedAtMs: 2_000, handRaisedAtMs: 1 }) } })
    expect(screen.getByText('Rita raised a hand')).toBeTruthy()
    notify({ method: 'reacted', data: { personId: 'r', reaction: '🎉' } })
    expect(screen.getByText('🎉').closest('li')?.dataset['person']).toBe('Rita')
    notify({ method: 'personLeft', data: { personId: 'r' } })
    expect(screen.getByText('Rita left')).toBeTruthy()
  })

  it('turns off what a host muted, and says so', async () => {
    const { user, notify, media } = await enter({ people: [meetPerson('me')] })
    await user.click(button('Turn on the microphone (M)'))
    await waitFor(() => expect(media.get().microphone.status).toBe('on'))
    notify({ method: 'mutedByHost', data: { source: 'microphone' } })
    expect(await screen.findByText('A host turned off your microphone.')).toBeTruthy()
    expect(button('Turn on the microphone (M)')).toBeTruthy()
  })
})

describe('host powers', () => {
  const people = [
    meetPerson('me', { name: 'Ada', isHost: true }),
    meetPerson('r', { name: 'Rita', streams: [...speaking, { source: 'camera' as const, paused: false }] }),
  ]

  it('mute, stop cameras, promote, lock, and remove after a question', async () => {
    const { user, link } = await enter({ people, isHost: true })
    await user.click(button(/^People: 2/))
    const choose = async (name: string) => {
      await user.click(button('Actions for Rita'))
      await user.click(await screen.findByRole('menuitem', { name }))
    }
    await choose('Turn off the microphone')
    await choose('Turn off the camera')
    await choose('Make host')
    await choose('Remove from the meeting')
    expect(link().of('remove')).toEqual([])
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove Rita from the meeting?' }))
    await user.click(dialog.getByRole('button', { name: 'Remove from the meeting' }))
    await waitFor(() => expect(link().of('remove')).toEqual([{ personId: 'r' }]))
    expect(link().of('mute')).toEqual([
      { personId: 'r', source: 'microphone' },
      { personId: 'r', source: 'camera' },
    ])
    expect(link().of('promote')).toEqual([{ personId: 'r', isHost: true }])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await user.click(button('More'))
    await user.click(await screen.findByRole('menuitem', { name: 'Lock the meeting' }))
    await waitFor(() => expect(link().of('lock')).toEqual([{ locked: true }]))
  })

  it('are not offered to others', async () => {
    const { user } = await enter({ people: [meetPerson('me', { name: 'Ada' }), people[1]!] })
    await user.click(button(/^People: 2/))
    expect(screen.queryByRole('button', { name: 'Actions for Rita' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Mute all' })).toBeNull()
    await user.click(button('More'))
    await screen.findByRole('menuitem', { name: 'Keyboard shortcuts (?)' })
    expect(screen.queryByRole('menuitem', { name: 'End for everybody' })).toBeNull()
  })

  it('end the meeting for everybody after a question', async () => {
    const { user, api, notify } = await enter({ people, isHost: true })
    api.on(meets.stop, () => meetOf({ state: 'ended' }))
    await user.click(button('More'))
    await user.click(await screen.findByRole('menuitem', { name: 'End for everybody' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'End the meeting for everybody?' }))
    expect(api.countOf(meets.stop)).toBe(0)
    await user.click(dialog.getByRole('button', { name: 'End for everybody' }))
    await waitFor(() => expect(api.countOf(meets.stop)).toBe(1))
    notify({ method: 'meetClosed', data: { reason: 'organizer' } })
    expect(await screen.findByRole('heading', { name: 'Meet ended' })).toBeTruthy()
  })
})

describe('the end of a stay', () => {
  it.each([
    [{ method: 'removed', data: {} }, 'You are no longer in the meeting', null],
    [{ method: 'reconnect', data: { reason: 'replaced' } }, 'The meeting goes on elsewhere', 'Go on here'],
    [{ method: 'meetClosed', data: { reason: 'idle' } }, 'Meet ended', null],
  ] as const)('by %j says what happened, turns the devices off and leads back', async (notification, title, again) => {
    const { user, notify, media, seen } = await enter({ people: [meetPerson('me')] })
    await user.click(button('Turn on the camera (V)'))
    await waitFor(() => expect(media.get().camera.status).toBe('on'))
    notify(notification)
    const heading = await screen.findByRole('heading', { name: title })
    expect(document.activeElement).toBe(heading)
    expect(media.get().camera).toMatchObject({ status: 'off', track: null })
    expect(screen.getByRole('link', { name: 'See the product page' })).toBeTruthy()
    expect(await axeViolations(document.body)).toEqual([])
    if (again === null) return expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
    await user.click(button(again))
    expect(seen.retried).toBe(1)
  })

  it('by a broken connection is none: it says so and comes back', async () => {
    const { links } = await enter({ people: [meetPerson('me')] })
    act(() => links[0]!.breakDown())
    expect(screen.getByText('Reconnecting…')).toBeTruthy()
    await screen.findByText('Connected')
    expect(links).toHaveLength(2)
  })

  it.each([
    [
      'en',
      { udp: 'blocked', tcp: 'blocked', turn: 'absent' },
      ['Tried, no answer', 'Tried, no answer', 'Not offered by this site'],
      ['your network blocks them', 'allow UDP and TCP to 203.0.113.5:40012', 'has no relay'],
    ],
    [
      'es',
      { udp: 'blocked', tcp: 'absent', turn: 'unreachable' },
      ['Probado, sin respuesta', 'Este sitio no lo ofrece', 'El relé no responde'],
      ['tu red los bloquea', 'permita UDP y TCP hacia 203.0.113.5:40012'],
    ],
    [
      'pt',
      { udp: 'blocked', tcp: 'open', turn: 'absent' },
      ['Tentado, sem resposta', 'Passa', 'Este site não o oferece'],
      ['a ligação cifrada não se estabelece', 'Desliga a VPN, o proxy ou o antivírus'],
    ],
    [
      'en',
      { udp: 'untried', tcp: 'untried', turn: 'unreachable' },
      ['Not tried by the browser', 'Not tried by the browser', 'The relay does not answer'],
      ['Your browser opens no connection', 'extensions that block WebRTC'],
    ],
  ] as const)('without packets says in %s which ways were tried, and what helps: %j', async (language, ways, states, words) => {
    await renderApp({
      at: '/',
      api: createFakeApi(),
      user: sessionUser(),
      language,
      part: (
        <EndPanel
          meet={meetOf({})}
          end={{ kind: 'failed', blockage: 'media', ways: { ...ways, address: '203.0.113.5:40012' } }}
          onRetry={() => undefined}
        />
      ),
    })
    expect((await screen.findAllByRole('definition')).map(({ textContent }) => textContent)).toEqual(states)
    expect(screen.getAllByRole('term').map(({ textContent }) => /UDP|TCP|TURN/.exec(textContent ?? '')?.[0])).toEqual([
      'UDP',
      'TCP',
      'TURN',
    ])
    const main = screen.getByRole('main').textContent ?? ''
    for (const word of words) expect(main).toContain(word)
    expect(main.includes('203.0.113.5')).toBe(words.some((word) => word.includes('203.0.113.5')))
    expect(await axeViolations(document.body)).toEqual([])
  })

  it('by the own wish needs one press', async () => {
    const { user, seen } = await enter({ people: [meetPerson('me')] })
    await user.click(button('Leave the meeting'))
    expect(seen.left).toBe(1)
  })

  it('is heard from the loudspeakers that were chosen, also next time, as long as they are plugged in', async () => {
    const setSinkId = vi.fn<(id: string) => Promise<void>>(() => Promise.resolve())
    Object.defineProperties(HTMLMediaElement.prototype, {
      setSinkId: { value: setSinkId, configurable: true },
      sinkId: { value: null, configurable: true },
    })
    onTestFinished(() => {
      Reflect.deleteProperty(HTMLMediaElement.prototype, 'setSinkId')
      Reflect.deleteProperty(HTMLMediaElement.prototype, 'sinkId')
      localStorage.removeItem('e-events.speaker')
    })
    const app = await enter({ people: [meetPerson('me', { name: 'Ada' }), meetPerson('b', { name: 'Hugo', streams: speaking })] })
    act(() => app.devices.plug({ speakers: [{ deviceId: 'out-1', label: 'Headphones' }] }))
    await app.user.click(button('More'))
    await app.user.click(screen.getByRole('menuitem', { name: 'Camera and microphone' }))
    await app.user.click(await screen.findByRole('combobox', { name: 'Speakers' }))
    await app.user.click(screen.getByRole('option', { name: 'Headphones' }))
    await waitFor(() => expect(setSinkId).toHaveBeenLastCalledWith('out-1'))
    expect(createSpeaker().get().deviceId).toBe('out-1')
    act(() => app.devices.plug({ speakers: [] }))
    await waitFor(() => expect(setSinkId).toHaveBeenLastCalledWith(''))
  })
})

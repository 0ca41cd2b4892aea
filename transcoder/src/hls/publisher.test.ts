import { describe, expect, it } from 'vitest'
import { createForms, createPlaylistHub, type PlaylistEdition } from './publisher.ts'

const edition = (lastMsn: number, ended = false) => ({ lastMsn, ended, form: createForms(`#${lastMsn}`) })
type Hub = ReturnType<typeof createPlaylistHub>
const waitFor = (hub: Hub, key: string, msn: number) =>
  new Promise<PlaylistEdition | undefined>((resolve) => void hub.wait(key, msn, resolve))

describe('playlist hub', () => {
  it('answers undefined at once for a playlist that this process does not write', async () => {
    const hub = createPlaylistHub()
    expect(hub.current('live/a/720p.m3u8')).toBeUndefined()
    expect(await waitFor(hub, 'live/a/720p.m3u8', 3)).toBeUndefined()
  })

  it('holds a reader until the segment is listed', async () => {
    const hub = createPlaylistHub(() => 42)
    hub.publish('k', edition(4))
    const read: string[] = []
    const waiting = waitFor(hub, 'k', 6).then((found) => read.push(found?.form(false).body.toString() ?? ''))
    hub.publish('other', edition(9))
    hub.publish('k', edition(5))
    await Promise.resolve()
    expect(read).toEqual([])
    hub.publish('k', edition(6))
    await waiting
    expect(read).toEqual(['#6'])
    expect(hub.current('k')).toMatchObject({ lastMsn: 6, ended: false, atMs: 42 })
  })

  it('answers at once what is there already, and any number once the list has ended', async () => {
    const hub = createPlaylistHub()
    hub.publish('k', edition(4))
    expect((await waitFor(hub, 'k', 4))?.lastMsn).toBe(4)
    hub.publish('k', edition(5, true))
    expect((await waitFor(hub, 'k', 99))?.ended).toBe(true)
  })

  it('releases waiters with the newest edition when its keys are forgotten, and tells nothing to those who left', async () => {
    const hub = createPlaylistHub()
    hub.publish('live/a/k', edition(0))
    let count = 0
    const stop = hub.wait('live/a/k', 1, () => count++)
    stop()
    const left = waitFor(hub, 'live/a/k', 1)
    hub.forget('live/a')
    expect((await left)?.lastMsn).toBe(0)
    expect(hub.current('live/a/k')).toBeUndefined()
    expect(await waitFor(hub, 'live/a/k', 1)).toBeUndefined()
    expect(count).toBe(0)
  })
})

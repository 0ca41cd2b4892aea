import { describe, expect, it } from 'vitest'
import { createForms, createPlaylistHub } from './publisher.ts'

const edition = (lastMsn: number, ended = false) => ({ lastMsn, ended, form: createForms(`#${lastMsn}`) })
const never = new AbortController().signal

describe('playlist hub', () => {
  it('answers undefined at once for a playlist that this process does not write', async () => {
    const hub = createPlaylistHub()
    expect(hub.current('live/a/720p.m3u8')).toBeUndefined()
    expect(await hub.waitFor('live/a/720p.m3u8', 3, never)).toBeUndefined()
  })

  it('holds a reader until the segment is listed', async () => {
    const hub = createPlaylistHub(() => 42)
    hub.publish('k', edition(4))
    const read: string[] = []
    const waiting = hub.waitFor('k', 6, never).then((found) => read.push(found?.form(false).body.toString() ?? ''))
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
    expect((await hub.waitFor('k', 4, never))?.lastMsn).toBe(4)
    hub.publish('k', edition(5, true))
    expect((await hub.waitFor('k', 99, never))?.ended).toBe(true)
  })

  it('releases waiters with the newest edition on abort and when its keys are forgotten', async () => {
    const hub = createPlaylistHub()
    hub.publish('live/a/k', edition(0))
    const timeout = new AbortController()
    const timedOut = hub.waitFor('live/a/k', 1, timeout.signal)
    timeout.abort()
    expect((await timedOut)?.lastMsn).toBe(0)
    const left = hub.waitFor('live/a/k', 1, never)
    hub.forget('live/a')
    expect((await left)?.lastMsn).toBe(0)
    expect(hub.current('live/a/k')).toBeUndefined()
    expect(await hub.waitFor('live/a/k', 1, timeout.signal)).toBeUndefined()
  })
})

import { DomainError } from '@e-events/shared/errors.ts'
import { describe, expect, it } from 'vitest'
import { fakeLink, fakeOutput, fakeTrack, feedIdOf } from './testing/fakes.ts'
import { createPublisher, type PublisherDeps } from './publisher.ts'
import type { RtcProducer, SendRequest, TransportState } from './rtc.ts'

interface Sent {
  request: SendRequest
  replaced: MediaStreamTrack[]
  closed: boolean
}

async function publishing(over: { announce?: PublisherDeps['announce']; claimOf?: PublisherDeps['claimOf']; simulcast?: boolean } = {}) {
  const link = fakeLink({ createTransport: { transportId: 't' }, restartIce: { iceParameters: { usernameFragment: 'a', password: 'b' } } })
  const sent: Sent[] = []
  const events: string[] = []
  const states: TransportState[] = []
  let transports = 0
  let restarts = 0
  let trouble: Error | null = null
  let tell: (state: TransportState) => void = () => undefined
  const publisher = createPublisher({
    signal: link,
    iceServers: [],
    announce: over.announce ?? ((output) => Promise.resolve(feedIdOf(output.key.length))),
    claimOf: over.claimOf ?? (() => 'own'),
    onTransport: (state) => states.push(state),
    onFeed: (key, result) => events.push('feedId' in result ? `${key} live` : `${key} ${(result.error as DomainError).code}`),
    rtc: {
      load: () => Promise.resolve({ simulcast: over.simulcast ?? true }),
      createSendTransport: (_parameters, hooks) => {
        transports += 1
        tell = hooks.onState
        return Promise.resolve({
          id: `transport-${transports}`,
          produce(request) {
            if (trouble) return Promise.reject(trouble)
            const entry: Sent = { request, replaced: [], closed: false }
            sent.push(entry)
            const producer: RtcProducer = {
              id: `p${sent.length}`,
              replaceTrack: (track) => Promise.resolve(void entry.replaced.push(track)),
              stats: () => Promise.resolve([]),
              close: () => (entry.closed = true),
            }
            return Promise.resolve(producer)
          },
          restartIce: () => Promise.resolve(void (restarts += 1)),
          close: () => undefined,
        })
      },
    },
  })
  await publisher.start({})
  return {
    publisher,
    link,
    sent,
    events,
    states,
    transports: () => transports,
    restarts: () => restarts,
    fail: (e: Error | null) => (trouble = e),
    tell: (s: TransportState) => tell(s),
  }
}

const kinds = (sent: Sent[]) => sent.map((entry) => entry.request.kind)

describe('publisher', () => {
  it('one refused feed does not stop the others; a broken connection stops everything', async () => {
    const { publisher, events, fail } = await publishing({
      announce: (output) => (output.key === 'bad' ? Promise.reject(new DomainError('FEED_LIMIT')) : Promise.resolve(feedIdOf(1))),
    })
    await publisher.sync([fakeOutput('bad'), fakeOutput('good')])
    expect(events).toEqual(['bad FEED_LIMIT', 'good live'])
    fail(new DomainError('UNAVAILABLE'))
    await expect(publisher.sync([fakeOutput('third')])).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  })

  it('sends H264 layers lowest first with the sum of all feeds as start bitrate', async () => {
    const { publisher, sent } = await publishing()
    await publisher.sync([fakeOutput('a'), fakeOutput('b', { width: 1920, height: 1080 })])
    expect(kinds(sent)).toEqual(['video', 'audio', 'video', 'audio'])
    expect(sent[0]!.request.layers.map((layer) => layer.height)).toEqual([360, 540, 720])
    expect(sent[0]!.request.startBitrateKbps).toBe(5_200 + 9_400)
    expect(sent[0]!.request.appData).toMatchObject({ layers: [{ height: 360 }, { height: 540 }, { height: 720 }], meta: { label: 'a' } })
  })

  it('falls back to one stream where the router speaks no H264', async () => {
    const { publisher, sent } = await publishing({ simulcast: false })
    await publisher.sync([fakeOutput('a')])
    expect(sent[0]!.request.layers).toHaveLength(1)
  })

  it('another camera of the same size replaces the track; another size replaces the producer', async () => {
    const { publisher, sent } = await publishing()
    const output = fakeOutput('a')
    await publisher.sync([output])
    const other = fakeTrack('video').track
    await publisher.sync([{ ...output, video: other }])
    expect(sent).toHaveLength(2)
    expect(sent[0]!.replaced).toEqual([other])
    await publisher.sync([{ ...output, video: other, size: { width: 1111, height: 633 } }])
    expect(kinds(sent)).toEqual(['video', 'audio', 'video'])
    expect(sent[0]!.closed).toBe(true)
    expect(sent[2]!.request.layers).toHaveLength(1)
  })

  it('the same outputs again change nothing', async () => {
    const { publisher, sent } = await publishing()
    const outputs = [fakeOutput('a')]
    await Promise.all([publisher.sync(outputs), publisher.sync(outputs), publisher.sync(outputs)])
    expect(sent).toHaveLength(2)
  })

  it('a new name is announced again; the producers stay', async () => {
    const announced: string[] = []
    const { publisher, sent } = await publishing({ announce: (output) => (announced.push(output.label), Promise.resolve(feedIdOf(1))) })
    const output = fakeOutput('a')
    await publisher.sync([output])
    await publisher.sync([{ ...output, label: 'Wide' }])
    expect(announced).toEqual(['a', 'Wide'])
    expect(sent).toHaveLength(2)
  })

  it('a removed feed is closed for good', async () => {
    const { publisher, sent, link } = await publishing()
    await publisher.sync([fakeOutput('a')])
    await publisher.sync([])
    expect(link.requests).toContain('closeFeed')
    expect(sent.every((entry) => entry.closed)).toBe(true)
  })

  it('after a dead worker everything is produced again on a new transport, under the same feeds', async () => {
    const { publisher, sent, transports, link } = await publishing()
    const outputs = [fakeOutput('a')]
    await publisher.sync(outputs)
    await publisher.rebuild(outputs)
    expect(transports()).toBe(2)
    expect(kinds(sent)).toEqual(['video', 'audio', 'video', 'audio'])
    expect(sent[2]!.request.appData['feedId']).toBe(sent[0]!.request.appData['feedId'])
    expect(link.requests).not.toContain('closeFeed')
  })

  it('restarts ICE on its transport, and is quiet after closing', async () => {
    const { publisher, restarts, states, tell } = await publishing()
    await publisher.restartIce()
    expect(restarts()).toBe(1)
    tell('connected')
    publisher.close()
    tell('failed')
    expect(states).toEqual(['connected'])
  })

  it('says how it may come by the feed, with every kind', async () => {
    const { publisher, sent } = await publishing({ claimOf: (key) => (key === 'camera-1' ? 'any' : 'own') })
    await publisher.sync([fakeOutput('camera-1'), fakeOutput('screen')])
    expect(sent.map(({ request }) => [request.kind, request.appData['seat']])).toEqual([
      ['video', 'any'],
      ['audio', 'any'],
      ['video', 'own'],
      ['audio', 'own'],
    ])
  })

  it('gives up a feed that another device took: it ends here, and is not taken off the show', async () => {
    const { publisher, sent, link } = await publishing()
    await publisher.sync([fakeOutput('camera-1')])
    publisher.release('camera-1')
    await publisher.sync([])
    expect(sent.map(({ closed }) => closed)).toEqual([true, true])
    expect(link.requests).not.toContain('closeFeed')
  })

  it('that changes its seat leaves the feed it had and sends the other one', async () => {
    const { publisher, sent, link } = await publishing({ announce: (output) => Promise.resolve(feedIdOf(output.seat.length)) })
    await publisher.sync([fakeOutput('camera-1')])
    await publisher.sync([{ ...fakeOutput('camera-1'), seat: 'camera-of-another' }])
    expect(link.requests.filter((method) => method === 'closeFeed')).toHaveLength(1)
    expect(sent.map(({ request, closed }) => [request.kind, request.appData['feedId'], closed])).toEqual([
      ['video', feedIdOf(8), true],
      ['audio', feedIdOf(8), true],
      ['video', feedIdOf(17), false],
      ['audio', feedIdOf(17), false],
    ])
  })
})

import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Hls, { type LoaderContext } from 'hls.js'
import { expect, it, onTestFinished } from 'vitest'
import { renewAfterMs, SignedAddress } from './signed-address.ts'

const address = (name: string, rest = 'live/show/feed/master.m3u8') => `https://x.example/media/${name}.${'s'.repeat(43)}/${rest}`

it('sends requests of old lists out with the young token, and takes one no sooner than it is needed', () => {
  let now = 0
  const signed = new SignedAddress(address('old'), () => now)
  const segment = address('old', 'live/show/feed/r0/720p_00001.m4s?_HLS_msn=3')
  expect(signed.sign(segment)).toBe(segment)
  now = renewAfterMs - 1
  expect([signed.offer(address('early')), signed.sign(segment)]).toEqual([false, segment])
  now = renewAfterMs
  expect([signed.offer('/elsewhere.m3u8'), signed.sign(segment)]).toEqual([false, segment])
  expect(signed.offer(address('young'))).toBe(true)
  expect(signed.sign(segment)).toBe(address('young', 'live/show/feed/r0/720p_00001.m4s?_HLS_msn=3'))
  expect(signed.ageMs).toBe(0)
})

it('is what hls.js asks for from then on', async () => {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('#EXTM3U')
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const at = (name: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(address(name)).pathname}`
  let now = 0
  const signed = new SignedAddress(at('old'), () => now)
  const load = () =>
    new Promise<string>((resolve, reject) => {
      const loader = new Hls.DefaultConfig.loader({ ...Hls.DefaultConfig, xhrSetup: signed.xhrSetup })
      const loadPolicy = { maxTimeToFirstByteMs: 5_000, maxLoadTimeMs: 5_000, timeoutRetry: null, errorRetry: null }
      loader.load(
        { url: at('old'), responseType: 'text', type: 'manifest' } as unknown as LoaderContext,
        { loadPolicy, timeout: 5_000, maxRetry: 0, retryDelay: 0, maxRetryDelay: 0 },
        {
          onSuccess: ({ url }) => resolve(url),
          onError: ({ text }) => reject(new Error(text)),
          onTimeout: () => reject(new Error('timeout')),
        },
      )
    })
  expect(await load()).toBe(at('old'))
  now = renewAfterMs
  signed.offer(at('young'))
  expect(await load()).toBe(at('young'))
  expect(asked).toEqual([new URL(at('old')).pathname, new URL(at('young')).pathname])
})

import { randomUUID } from 'node:crypto'
import { signMediaToken } from '@e-events/shared/node/tokens.ts'
import { putVod } from '../../support/vod-folder.ts'
import type { Row } from '../lib/bench.ts'
import { interleave } from '../lib/rounds.ts'

/** A home connection; without it a loopback would hide every request that a player does in vain. */
const network = { offline: false, latency: 40, downloadThroughput: (20e6 / 8) | 0, uploadThroughput: (5e6 / 8) | 0 }

/** A start takes a second: more of them make a steadier median. */
const startsPerRound = 3

export const firstFrame: Row = {
  id: 'first-frame',
  title: 'First frame of a recording',
  async measure(bench) {
    const stack = await bench.stack()
    const prefix = await putVod(stack, { run: 1, name: 'bench-first-frame', workDir: bench.folder })
    // A token of its own per start: no address was ever fetched before.
    const freshAddress = () => {
      const claims = { userId: randomUUID(), productId: randomUUID(), prefixes: [prefix], expiresAtMs: Date.now() + 3_600_000 }
      return `${stack.origin}/media/${signMediaToken(claims, String(stack.env['MEDIA_TOKEN_SECRET']))}/${prefix}/master.m3u8`
    }
    const browser = await bench.lab.browser()
    try {
      const page = await browser.open()
      const session = await page.page.context().newCDPSession(page.page)
      await session.send('Network.enable')
      const start = (player: 'ours' | 'default') => async () => {
        await session.send('Network.emulateNetworkConditions', { ...network, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
        await page.reload()
        await session.send('Network.emulateNetworkConditions', network)
        return page.ask('firstFrame', player, freshAddress())
      }
      await start('ours')()
      await start('default')()
      const measured = await interleave({ ...bench, rounds: bench.rounds * startsPerRound }, 'first-frame', {
        ours: start('ours'),
        baseline: start('default'),
      })
      return {
        figures: [
          {
            name: 'First frame of a recording',
            unit: 'ms',
            ...measured,
            goal: { ratioAtMost: 0.7 },
            note: `from the order to play to the first frame on screen, our player engine against hls.js as its documentation starts it, in the same page; ${network.latency} ms and 20 Mb/s as Chromium emulates them`,
          },
        ],
      }
    } finally {
      await browser.close()
    }
  },
}

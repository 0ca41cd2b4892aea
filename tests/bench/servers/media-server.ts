// One way to serve segments, alone in a process: no Redis and no PostgreSQL is within its reach.
// argv: mode (ours | behind-nginx | no-token | stream), storage folder, secret. Prints its port.
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createDiskStorage } from '@e-events/shared/node/storage-disk.ts'
import { readAddress } from '../../../transcoder/src/delivery/address.ts'
import { createFiles } from '../../../transcoder/src/delivery/files.ts'
import { createDeliveryMetrics } from '../../../transcoder/src/delivery/metrics.ts'
import { createDelivery, deliveryServerOptions } from '../../../transcoder/src/delivery/server.ts'
import { createPlaylistHub } from '../../../transcoder/src/hls/publisher.ts'

const [mode = 'ours', root = '.', secret = ''] = process.argv.slice(2)

async function listenerOf(): Promise<RequestListener> {
  if (mode === 'stream') return streaming
  const storage = await createDiskStorage({ root })
  if (mode === 'ours' || mode === 'behind-nginx') {
    return createDelivery({
      storage,
      hub: createPlaylistHub(),
      revocations: { isRevoked: () => false },
      mediaTokenSecret: secret,
      accelRedirectPrefix: mode === 'ours' ? undefined : '/internal-media',
    }).http
  }
  const files = createFiles({
    storage,
    now: Date.now,
    metrics: createDeliveryMetrics(undefined),
    stallMs: 15_000,
    cacheScope: 'private',
    accelRedirectPrefix: undefined,
    hotSegmentBytes: 128 * 1024 * 1024,
  })
  return (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    const address = readAddress(request.url ?? '')
    if (address) files.serve(request, response, address).catch(() => response.destroy())
    else response.writeHead(404).end()
  }
}

/** Serves files with a few lines of Node: no token, no cache, no range. */
function streaming(request: { url?: string | undefined }, response: Parameters<RequestListener>[1]): void {
  const address = readAddress(request.url ?? '')
  const file = path.join(root, address?.key ?? '')
  stat(file).then(
    ({ size }) => {
      response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': size })
      createReadStream(file).pipe(response)
    },
    () => response.writeHead(404).end(),
  )
}

const server = createServer(deliveryServerOptions, await listenerOf())
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: (server.address() as AddressInfo).port })))

import type { EgressStream, EgressStreamRequest, IngestStream, MediaRoom, ProduceRequest, SentStream } from '../rooms/media-port.ts'
import { openSentStream } from './direct-streams.ts'
import { mediaCall } from './errors.ts'
import { openEgressStream, openIngestStream, type PlainListen } from './plain-transports.ts'
import { RoomRouters, type RoutersOptions } from './room-routers.ts'

export interface ShowMediaOptions extends RoutersOptions {
  plain: PlainListen
}

/** The routers of a show, with plain RTP from and to services at its home router. */
export function openShowMedia({ plain, ...options }: ShowMediaOptions): MediaRoom {
  const routers = new RoomRouters(options)
  const { meter } = options
  return {
    rtpCapabilities: () => routers.rtpCapabilities(),
    createTransport: (direction) => routers.createTransport(direction),
    openEgressStream: (request: EgressStreamRequest): Promise<EgressStream> =>
      mediaCall(() => openEgressStream({ ...routers.find(request.producerId), request, listen: plain, meter })),
    async openIngestStream(request: ProduceRequest): Promise<IngestStream> {
      const slot = await routers.home()
      const { stream, producer } = await mediaCall(() => openIngestStream({ slot, request, listen: plain, meter }))
      routers.track(slot, producer)
      return stream
    },
    async openSentStream(kind): Promise<SentStream> {
      const slot = await routers.home()
      const { stream, producer } = await mediaCall(() => openSentStream(slot, kind))
      routers.track(slot, producer)
      return stream
    },
    close: () => routers.close(),
  }
}

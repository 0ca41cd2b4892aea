import type { types } from 'mediasoup'
import type { MediaConsumer, MediaProducer, StreamStats } from '../rooms/media-port.ts'
import { mediaCall } from './errors.ts'

/** mediasoup's producer as rooms see it. */
export function toMediaProducer(producer: types.Producer): MediaProducer {
  return {
    id: producer.id,
    kind: producer.kind,
    type: producer.type,
    mimeType: producer.rtpParameters.codecs[0]?.mimeType ?? '',
    get closed() {
      return producer.closed
    },
    pause: () => mediaCall(() => producer.pause()),
    resume: () => mediaCall(() => producer.resume()),
    close: () => producer.close(),
    async stats() {
      const stats = await mediaCall(() => producer.getStats())
      return orderByEncoding(producer, stats).map((stat) => toStreamStats(stat, producer))
    },
    onMedia(listener) {
      let known = 0
      producer.on('score', (scores) => {
        const alive = scores.filter(({ score }) => score > 0).length
        if (alive > known) listener()
        known = alive
      })
    },
  }
}

/** mediasoup's consumer as rooms see it. */
export function toMediaConsumer(consumer: types.Consumer): MediaConsumer {
  return {
    id: consumer.id,
    producerId: consumer.producerId,
    kind: consumer.kind,
    type: consumer.type,
    rtpParameters: consumer.rtpParameters,
    pause: () => mediaCall(() => consumer.pause()),
    resume: () => mediaCall(() => consumer.resume()),
    preferSpatialLayer: (spatialLayer) => mediaCall(() => consumer.setPreferredLayers({ spatialLayer })),
    close: () => consumer.close(),
    onProducerClosed: (listener) => {
      consumer.on('producerclose', listener)
    },
    onLayerChanged: (listener) => {
      consumer.on('layerschange', (layers) => listener(layers?.spatialLayer ?? null))
    },
  }
}

function orderByEncoding(producer: types.Producer, stats: types.ProducerStat[]): types.ProducerStat[] {
  const encodings = producer.rtpParameters.encodings ?? []
  const place = (stat: types.ProducerStat) =>
    encodings.findIndex((encoding) => (encoding.rid === undefined ? encoding.ssrc === stat.ssrc : encoding.rid === stat.rid))
  return [...stats].sort((a, b) => place(a) - place(b))
}

function toStreamStats(stat: types.ProducerStat, producer: types.Producer): StreamStats {
  const clockRate = producer.rtpParameters.codecs[0]?.clockRate ?? 90_000
  return {
    packets: stat.packetCount,
    bitrateBps: stat.bitrate,
    packetsLost: stat.packetsLost,
    fractionLostPercent: (stat.fractionLost / 256) * 100,
    roundTripTimeMs: stat.roundTripTime ?? null,
    jitterMs: (stat.jitter / clockRate) * 1000,
    score: stat.score,
  }
}

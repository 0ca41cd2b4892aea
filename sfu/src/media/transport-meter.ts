import type { types } from 'mediasoup'

/** Bits per second that leave and enter this node, from the transports' own counters. */
export interface TransportMeter {
  add(transport: Metered): void
  /**
   * Asks some transports anew; the others keep their last answer, so that a full house costs no more than a small one.
   */
  sample(): Promise<void>
  readonly egressBps: number
  readonly ingressBps: number
  readonly transports: number
}

type Metered = types.WebRtcTransport | types.PlainTransport

const transportsPerSample = 100

export function createTransportMeter(): TransportMeter {
  const rates = new Map<Metered, { sendBps: number; receiveBps: number }>()
  const total = (pick: (rate: { sendBps: number; receiveBps: number }) => number) => {
    let sum = 0
    for (const rate of rates.values()) sum += pick(rate)
    return sum
  }
  return {
    add(transport) {
      rates.set(transport, { sendBps: 0, receiveBps: 0 })
      const observer: types.TransportObserver = transport.observer as types.TransportObserver
      observer.once('close', () => rates.delete(transport))
    },
    async sample() {
      const some = [...rates.entries()].slice(0, transportsPerSample)
      await Promise.all(
        some.map(async ([transport, rate]) => {
          try {
            const [stat] = await transport.getStats()
            if (!stat || !rates.has(transport)) return
            rate.sendBps = stat.sendBitrate
            rate.receiveBps = stat.recvBitrate
            // To the end of the queue: next time it is the others' turn.
            rates.delete(transport)
            rates.set(transport, rate)
          } catch {
            // It closed while it was asked.
          }
        }),
      )
    },
    get egressBps() {
      return total((rate) => rate.sendBps)
    },
    get ingressBps() {
      return total((rate) => rate.receiveBps)
    },
    get transports() {
      return rates.size
    },
  }
}

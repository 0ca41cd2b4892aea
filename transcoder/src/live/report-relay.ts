import { createSocket, type RemoteInfo, type Socket } from 'node:dgram'

/** Clock rate of RTP video (RFC 3551), ticks per ms. */
const videoTicksPerMs = 90
/** NTP counts from 1900, Unix time from 1970. */
const ntpOfUnixZeroMs = 2_208_988_800_000
const senderReportType = 200
/** Reports of sound wait this long for the first one of the pictures. */
const longestWaitMs = 5_000
/**
 * A worker's NTP clock is set at its start: where the system's clock was stepped since, its reports tell nothing about
 * this show.
 */
const largestCorrectionMs = 2_000
const keptReports = 16

export interface RelayedStream {
  kind: 'audio' | 'video'
  /** RTP of ffmpeg; it takes RTCP on the next port. */
  port: number
  /** Where the sfu sends RTCP. */
  relayPort: number
}

export interface ReportRelay {
  /**
   * Capture time of the first picture by the clock of the sfu, ms since 1970, beside which ffmpeg counts its times from
   * zero.
   * @param arrival when the first key frame reached the sfu, and its RTP time; what arrived late is dated by the
   * sender's own clock
   */
  captureAtMs(arrival: { captureAtMs: number; firstPictures: readonly { port: number; rtpTimestamp: number }[] }): number
  close(): void
}

export interface SenderReport {
  /** Milliseconds since 1970. */
  ntpMs: number
  rtpTimestamp: number
}

/**
 * Passes the RTCP of a run's streams on to ffmpeg, and reads the sender reports on the way. ffmpeg takes its times from
 * the reports as soon as it receives two streams, counted from the first report of any: the first one that it sees is
 * one of the pictures, so that the date of the run is the date of its zero.
 * @throws Error when a port is taken
 */
export async function openReportRelay(ip: string, streams: readonly RelayedStream[]): Promise<ReportRelay> {
  const leader = streams.find(({ kind }) => kind === 'video')
  const reports: SenderReport[] = []
  const openedAtMs = performance.now()
  const sockets: Socket[] = []
  const close = () => {
    for (const socket of sockets) socket.close()
  }

  const mayPass = (stream: RelayedStream, packet: Buffer): boolean => {
    if (stream === leader && reports.length < keptReports) {
      const report = readSenderReport(packet)
      if (report) reports.push(report)
    }
    return !leader || reports.length > 0 || performance.now() - openedAtMs > longestWaitMs
  }

  try {
    for (const stream of streams) {
      const ffmpegPort = stream.port + 1
      const socket = createSocket('udp4')
      sockets.push(socket)
      await new Promise<void>((resolve, reject) => {
        socket.once('error', reject)
        socket.bind(stream.relayPort, ip, resolve)
      })
      // An ffmpeg that has ended refuses its packets (ICMP); the run ends by other signs.
      socket.removeAllListeners('error').on('error', () => undefined)
      let sfu: RemoteInfo | undefined
      socket.on('message', (packet, from) => {
        if (from.address === ip && (from.port === ffmpegPort || from.port === stream.port)) {
          if (sfu) socket.send(packet, sfu.port, sfu.address)
          return
        }
        sfu = from
        if (mayPass(stream, packet)) socket.send(packet, ffmpegPort, ip)
      })
    }
  } catch (error) {
    close()
    throw error
  }

  return {
    captureAtMs({ captureAtMs, firstPictures }) {
      const first = firstPictures.find(({ port }) => port === leader?.port)
      if (!first) return captureAtMs
      const measuredMs = reports.map(({ ntpMs, rtpTimestamp }) => ntpMs - ((rtpTimestamp - first.rtpTimestamp) | 0) / videoTicksPerMs)
      // A lone stream keeps its RTP times: the report with the least delay in it is the best. Beside others the first
      // one is ffmpeg's zero.
      const atMs = streams.length > 1 ? measuredMs[0] : Math.min(...measuredMs)
      return atMs !== undefined && Math.abs(atMs - captureAtMs) < largestCorrectionMs ? atMs : captureAtMs
    },
    close,
  }
}

/** First sender report of a compound RTCP packet (RFC 3550, 6.4.1). */
export function readSenderReport(packet: Buffer): SenderReport | undefined {
  for (let at = 0; at + 4 <= packet.length; at += 4 * (packet.readUInt16BE(at + 2) + 1)) {
    if (packet[at + 1] !== senderReportType || at + 20 > packet.length) continue
    const ntpMs = packet.readUInt32BE(at + 8) * 1000 + (packet.readUInt32BE(at + 12) * 1000) / 2 ** 32 - ntpOfUnixZeroMs
    return { ntpMs, rtpTimestamp: packet.readUInt32BE(at + 16) }
  }
  return undefined
}

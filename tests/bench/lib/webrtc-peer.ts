// One end of a WebRTC transport without a browser: ICE, DTLS by the openssl program, SRTP out. Packets that come
// in are counted and stay encrypted, so that dozens of them leave the processor to whom they measure.
import { X509Certificate } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { MeetRequestReply } from '@e-events/shared/signaling/meet-requests.ts'
import type { WireDtlsParameters } from '@e-events/shared/signaling/rtp.ts'
import { runProgram } from '../../support/programs.ts'
import { until } from './rounds.ts'
import { exportedBytes, openProtection, srtpProfile } from './srtp.ts'
import { bindingRequest, isBindingSuccess } from './stun.ts'

export type TransportInfo = MeetRequestReply<'createTransport'>

export interface Identity {
  certificate: string
  key: string
  dtlsParameters: WireDtlsParameters
}

/** One certificate for all of them, as nobody compares them. */
export async function makeIdentity(folder: string): Promise<Identity> {
  const [certificate, key] = [path.join(folder, 'peer.crt'), path.join(folder, 'peer.key')]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', '/CN=bench']
  await runProgram('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', certificate])
  const value = new X509Certificate(await readFile(certificate)).fingerprint256
  return { certificate, key, dtlsParameters: { role: 'client', fingerprints: [{ algorithm: 'sha-256', value }] } }
}

export interface WebrtcPeer {
  /** `packet`: an RTP packet with a header extension of so many bytes. */
  send(packet: Buffer, extensionBytes: number): void
  /** Bytes of RTP that have arrived, headers and tags of SRTP included. */
  arrivedBytes(): number
  close(): void
}

/** The consent of a transport lasts 20 s. */
const consentEveryMs = 5_000

/** @param connect tells the other side of the certificate, once packets get through */
export async function openWebrtcPeer(
  info: TransportInfo,
  identity: Identity,
  connect: (dtlsParameters: WireDtlsParameters) => Promise<unknown>,
): Promise<WebrtcPeer> {
  const candidate = info.iceCandidates.find(({ protocol }) => protocol === 'udp')
  if (!candidate) throw new Error('the transport offers no UDP')
  const outside = await boundSocket()
  outside.connect(candidate.port, candidate.ip)
  await once(outside, 'connect')
  const isThrough = Promise.withResolvers<void>()
  const relay = await boundSocket()
  let openssl: AddressInfo | undefined
  let bytes = 0
  relay.on('message', (datagram, from) => {
    openssl = from as unknown as AddressInfo
    outside.send(datagram)
  })
  outside.on('message', (datagram) => {
    const [first = 0, second = 0] = datagram
    if (first >= 128) {
      const isRtcp = second >= 192 && second <= 223
      if (!isRtcp) bytes += datagram.length
    } else if (first >= 20 && openssl) relay.send(datagram, openssl.port, openssl.address)
    else if (isBindingSuccess(datagram)) isThrough.resolve()
  })
  outside.on('error', () => undefined) // the other side has closed its port
  const ask = () => outside.send(bindingRequest(info.iceParameters))
  ask()
  const consent = setInterval(ask, consentEveryMs)
  const again = setInterval(ask, 200)
  await isThrough.promise
  clearInterval(again)
  await connect(identity.dtlsParameters)
  const { protect } = openProtection(await handshake(relay.address().port, identity))
  openssl = undefined
  relay.close()
  return {
    send: (packet, extensionBytes) => outside.send(protect(packet, extensionBytes)),
    arrivedBytes: () => bytes,
    close() {
      clearInterval(consent)
      outside.close()
    },
  }
}

async function boundSocket(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return socket
}

/** @returns what the DTLS exporter of the handshake gave */
async function handshake(port: number, { certificate, key }: Identity): Promise<Buffer> {
  const exporter = ['-use_srtp', srtpProfile, '-keymatexport', 'EXTRACTOR-dtls_srtp', '-keymatexportlen', String(exportedBytes)]
  const child = spawn(
    'openssl',
    ['s_client', '-dtls1_2', '-connect', `127.0.0.1:${port}`, '-cert', certificate, '-key', key, ...exporter],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  try {
    const [, hex = ''] = await until('a DTLS handshake', () => /Keying material: ([0-9A-F]+)\s/.exec(said) ?? undefined, {
      timeoutMs: 30_000,
      everyMs: 10,
    })
    return Buffer.from(hex, 'hex')
  } finally {
    // By SIGKILL it says no goodbye, which would close the transport.
    child.kill('SIGKILL')
  }
}

import { createServer, type Server } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmtpTransport, MailRefusedError, type MailTransport } from './mail.ts'

/** As much of a mail server as a mail needs (RFC 5321). `answerTo` decides about recipients. */
async function mailServer(answerTo: (recipient: string) => string) {
  const received: { recipients: string[]; data: string }[] = []
  const server: Server = createServer((socket) => {
    let mail: { recipients: string[]; data: string } = { recipients: [], data: '' }
    let inData = false
    socket.write('220 test ESMTP\r\n')
    createInterface({ input: socket, crlfDelay: Infinity }).on('line', (line) => {
      if (inData) {
        if (line !== '.') mail.data += `${line}\n`
        else {
          inData = false
          received.push(mail)
          mail = { recipients: [], data: '' }
          socket.write('250 accepted\r\n')
        }
        return
      }
      const recipient = /^RCPT TO:<([^>]+)>/i.exec(line)?.[1]
      if (recipient !== undefined) {
        const answer = answerTo(recipient)
        if (answer.startsWith('2')) mail.recipients.push(recipient)
        socket.write(`${answer}\r\n`)
      } else if (/^DATA/i.test(line)) {
        inData = true
        socket.write('354 go on\r\n')
      } else if (/^STARTTLS/i.test(line)) socket.write('502 not here\r\n')
      else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else socket.write('250 test\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    received,
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

const mail = { id: '5f0c', to: 'ana@example.test', subject: 'Activa tu cuenta', language: 'es', text: 'Año', html: '<p>Año</p>' } as const
const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
async function connect(answerTo: (recipient: string) => string = () => '250 fine', requireTls = false) {
  const server = await mailServer(answerTo)
  const transport: MailTransport = createSmtpTransport({
    url: server.url,
    from: 'e-events <no-reply@events.example.org>',
    origin: 'https://events.example.org',
    requireTls,
  })
  closers.push(
    () => transport.close(),
    () => server.close(),
  )
  return { server, transport }
}

describe('mail over SMTP', () => {
  it('tells a final refusal of the recipient from one that passes', async () => {
    const { transport } = await connect((recipient) => (recipient.startsWith('gone') ? '550 no such mailbox' : '451 try later'))
    await expect(transport.send({ ...mail, to: 'gone@example.test' })).rejects.toBeInstanceOf(MailRefusedError)
    const later = await transport.send({ ...mail, to: 'busy@example.test' }).catch((error: unknown) => error)
    expect(later).toBeInstanceOf(Error)
    expect(later).not.toBeInstanceOf(MailRefusedError)
    await expect(
      createSmtpTransport({ url: 'smtp://127.0.0.1:1', from: 'a@b.test', origin: 'http://localhost', requireTls: false }).send(mail),
    ).rejects.toThrow('ECONNREFUSED')
  })

  it('gives nothing to a server that offers no encryption, where that is asked for', async () => {
    const { server, transport } = await connect(() => '250 fine', true)
    await expect(transport.send(mail)).rejects.toThrow(/STARTTLS|upgrade/i)
    expect(server.received).toEqual([])
  })

  it('sends both parts to one recipient, whatever a subject or an address tries', async () => {
    const { server, transport } = await connect()
    await transport.send(mail)
    await transport.send({ ...mail, subject: 'One\r\nBcc: other@example.test' })
    expect(server.received.map(({ recipients }) => recipients)).toEqual([['ana@example.test'], ['ana@example.test']])
    const [first, second] = server.received
    expect(first?.data).toMatch(/^From: "?e-events"? <no-reply@events\.example\.org>$/m)
    expect(first?.data).toMatch(/^Message-ID: <5f0c@events\.example\.org>$/m)
    expect(first?.data).toMatch(/^Auto-Submitted: auto-generated$/m)
    for (const type of ['text/plain', 'text/html']) expect(first?.data).toContain(`Content-Type: ${type}; charset=utf-8`)
    expect(second?.data).not.toMatch(/^Bcc/m)
  })

  it('attaches files, whose names cannot become headers', async () => {
    const { server, transport } = await connect()
    const base64 = Buffer.from('BEGIN:VCALENDAR').toString('base64')
    await transport.send({ ...mail, files: [{ fileName: 'a.ics\r\nBcc: other@example.test', contentType: 'text/calendar', base64 }] })
    const [received] = server.received
    expect(received?.data).toContain('Content-Disposition: attachment')
    expect(received?.data).toContain(base64)
    expect(received?.data).not.toMatch(/^Bcc/m)
  })
})

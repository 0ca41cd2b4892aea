import type { Language } from '@e-events/shared/domain/language.ts'
import type { Redis } from 'ioredis'
import { createTransport } from 'nodemailer'

/** File that is attached to a mail. */
export interface MailFile {
  fileName: string
  contentType: string
  base64: string
}

export interface Mail {
  to: string
  subject: string
  language: Language
  text: string
  html: string
  /** Promotions: the page that ends them, which mail programs show as a button. */
  unsubscribeUrl?: string
  files?: readonly MailFile[]
}

export interface MailTransport {
  /**
   * `id` is the same on a second try, so that a mail program shows one.
   * @throws MailRefusedError when trying again is of no use
   */
  send(mail: Mail & { id: string }): Promise<void>
  close(): void
}

/** The server will never take this one: no such mailbox, refused content. */
export class MailRefusedError extends Error {
  override readonly name = 'MailRefusedError'
}

/**
 * Through an SMTP server: `smtps://user:password@host`, or `smtp://host:587`, which has to be encrypted by STARTTLS
 * where `requireTls` says so.
 */
export function createSmtpTransport(options: { url: string; from: string; origin: string; requireTls: boolean }): MailTransport {
  const host = new URL(options.origin).hostname
  const transporter = createTransport({
    url: options.url,
    pool: true,
    // Links in mails are keys: a server, or somebody on the way, that takes STARTTLS away gets none.
    requireTLS: options.requireTls,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    // Nothing of a mail is ever read from a file or an address.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ id, to, subject, language, text, html, unsubscribeUrl, files = [] }) {
      try {
        await transporter.sendMail({
          from: options.from,
          // An object: nothing in the address can become a second recipient.
          to: { name: '', address: to },
          subject,
          text,
          html,
          attachments: files.map(({ fileName, contentType, base64 }) => ({
            filename: fileName,
            contentType,
            content: base64,
            encoding: 'base64',
          })),
          messageId: `<${id}@${host}>`,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          ...(unsubscribeUrl === undefined ? {} : { list: { unsubscribe: unsubscribeUrl } }),
        })
      } catch (error) {
        const { responseCode } = error as { responseCode?: unknown }
        // 421 and 4xx pass; of the final ones the recipient's own (550–553) are about this mail and not about our
        // log-in.
        if (typeof responseCode === 'number' && responseCode >= 550 && responseCode <= 559) {
          throw new MailRefusedError(`the mail server refused it for good (${responseCode})`, { cause: error })
        }
        throw error
      }
    },
    close: () => transporter.close(),
  }
}

export type MailboxEntry = Mail & { id: string; at: string }
export interface DevelopmentMailbox extends MailTransport {
  /** The newest first. */
  list(): Promise<MailboxEntry[]>
}

const mailboxKey = 'dev:mailbox'
const mailboxSize = 200

/**
 * Where no mail server is named outside production: mails are kept for reading in the browser (GET /api/dev/mailbox).
 */
export function createDevelopmentMailbox(redis: Redis, nowMs: () => number): DevelopmentMailbox {
  return {
    async send(mail) {
      const entry: MailboxEntry = { ...mail, at: new Date(nowMs()).toISOString() }
      await redis.lpush(mailboxKey, JSON.stringify(entry))
      await redis.ltrim(mailboxKey, 0, mailboxSize - 1)
    },
    async list() {
      return (await redis.lrange(mailboxKey, 0, -1)).map((text) => JSON.parse(text) as MailboxEntry)
    },
    close: () => undefined,
  }
}

import { randomUUID } from 'node:crypto'
import { languageSchema, type Language } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import { z } from 'zod'
import type { Clock } from '../adapters/clock.ts'
import type { MailFile, MailTransport } from '../adapters/mail.ts'
import type { SecretBox } from '../adapters/secret-box.ts'
import { toJson } from '../db/row.ts'
import { renderMail } from './render.ts'
import { mailData, type MailData, type MailTemplate } from './templates.ts'

export interface Mailer {
  /**
   * Written in the transaction of the change that it announces: it leaves once that is committed, and never otherwise.
   */
  enqueue<T extends MailTemplate>(trx: Knex, mail: { template: T; to: string; language: Language; data: MailData[T] }): Promise<void>
  /** Makes the files of a template, each time that a mail of it is sent: the outbox holds none. */
  attach<T extends MailTemplate>(template: T, make: MakeFiles<T>): void
  /** Sends a row of the outbox: its `payload` has the topic `mail`. @throws Error when it could not be sent */
  send(payload: unknown, rowId: string): Promise<void>
}

export type MakeFiles<T extends MailTemplate> = (data: MailData[T], language: Language) => Promise<readonly MailFile[]>

const templates = Object.keys(mailData) as [MailTemplate, ...MailTemplate[]]
const payloadSchema = z.object({ template: z.enum(templates), language: languageSchema, sealed: z.string() })
const address = z.email()

/**
 * Links of a mail are keys to an account, so what waits in the outbox is sealed; once sent only the template's name
 * stays.
 */
export function createMailer(deps: { transport: MailTransport; secretBox: SecretBox; origin: string; clock: Clock }): Mailer {
  const makers = new Map<MailTemplate, MakeFiles<MailTemplate>>()
  const place = (id: string) => ({ table: 'outbox', column: 'payload', id })
  return {
    async enqueue(trx, { template, to, language, data }) {
      const id = randomUUID()
      const sealed = deps.secretBox.seal(JSON.stringify({ to: address.parse(to), data: mailData[template].parse(data) }), place(id))
      const payload = { template, language, sealed: sealed.toString('base64') }
      await trx('outbox').insert({ id, topic: 'mail', payload: toJson(payload), available_at: deps.clock.now() })
    },

    attach: (template, make) => void makers.set(template, make as MakeFiles<MailTemplate>),

    async send(payload, rowId) {
      const { template, language, sealed } = payloadSchema.parse(payload)
      const opened: unknown = JSON.parse(deps.secretBox.open(Buffer.from(sealed, 'base64'), place(rowId)))
      const { to, data } = z.object({ to: address, data: mailData[template] }).parse(opened)
      const files = (await makers.get(template)?.(data, language)) ?? []
      await deps.transport.send({ ...renderMail({ template, to, language, data, origin: deps.origin }), files, id: rowId })
    },
  }
}

import type { ContactMessage } from '@e-events/shared/contract/settings/site.ts'
import { defaultLanguage } from '@e-events/shared/domain/language.ts'
import type { Knex } from 'knex'
import type { Mailer } from '../../../mail/mailer.ts'
import type { SiteInfoReader } from './service.ts'

export interface Contact {
  /** Kept as a lead; the support address reads it by mail. */
  receive(message: ContactMessage): Promise<void>
}

const sources = { organizing: 'producer_landing', white_label: 'contact' } as const

export function createContact(deps: { knex: Knex; mailer: Mailer; readSiteInfo: SiteInfoReader }): Contact {
  return {
    async receive({ topic, name, email, company, message, consent }) {
      const { supportEmail } = await deps.readSiteInfo()
      await deps.knex.transaction(async (trx) => {
        await trx('leads').insert({ name, email, company, message, consent, source: sources[topic] })
        await deps.mailer.enqueue(trx, {
          template: 'contact_message',
          to: supportEmail,
          language: defaultLanguage,
          data: { name: '', topic, from: name, email, company, message },
        })
      })
    },
  }
}

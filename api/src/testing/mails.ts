import type { MailboxEntry } from '../adapters/mail.ts'
import type { TestApi } from './test-api.ts'

/** Sends what waits and answers what one address has got, the newest first. */
export async function mailsTo(t: TestApi, address: string): Promise<MailboxEntry[]> {
  await t.api.platform.people.signUp.settle()
  while ((await t.api.platform.outbox.deliver('mail')) > 0);
  const mails = (await t.api.platform.mailbox?.list()) ?? []
  return mails.filter((mail) => mail.to === address)
}

/** The secret half of the link in a mail. */
export function tokenIn(mail: MailboxEntry | undefined): string {
  const token = /\/(?:activate|reset-password|confirm-email)\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`no link in ${mail?.subject ?? 'no mail'}`)
  return token
}

import { expect } from 'playwright/test'
import type { Stack } from './stack.ts'

export interface ReceivedMail {
  id: string
  to: string
  language: string
  subject: string
  text: string
  html: string
}

/** Mails that the platform sent to that address, the latest first. */
export async function mailsTo(stack: Stack, address: string): Promise<ReceivedMail[]> {
  const response = await fetch(new URL('/api/dev/mailbox.json', stack.origin))
  const { items } = (await response.json()) as { items: ReceivedMail[] }
  return items.filter(({ to }) => to.toLowerCase().includes(address.toLowerCase()))
}

/** Waits for a mail with a link to that path, and answers the path with its token. */
export async function linkIn(stack: Stack, address: string, path: string): Promise<{ path: string; mail: ReceivedMail }> {
  let found: { path: string; mail: ReceivedMail } | undefined
  await expect
    .poll(
      async () => {
        for (const mail of await mailsTo(stack, address)) {
          const link = new RegExp(`https?://[^\\s"<>]+(${path}/[\\w-]+(?:\\?[\\w=%&.-]+)?)`).exec(mail.text)?.[1]
          if (link) return (found = { path: link, mail })
        }
        return undefined
      },
      { timeout: 20_000 },
    )
    .toBeDefined()
  if (!found) throw new Error(`no link to ${path} for ${address}`)
  return found
}

import { DomainError } from '@e-events/shared/errors.ts'
import type { DevelopmentMailbox, MailboxEntry } from '../adapters/mail.ts'
import type { ApiRouter } from './bind.ts'
import type { HttpContext } from './state.ts'

/**
 * Every mail that was sent, for reading in a browser. Wired where one machine alone reaches it: its links are keys to
 * accounts.
 */
export function devMailboxRoutes(router: ApiRouter, deps: { mailbox: DevelopmentMailbox }): void {
  router.get('/api/dev/mailbox', async (ctx: HttpContext) => {
    show(ctx, listPage(await deps.mailbox.list()))
  })
  router.get('/api/dev/mailbox.json', async (ctx: HttpContext) => {
    ctx.set('cache-control', 'no-store')
    ctx.body = { items: await deps.mailbox.list() }
  })
  router.get('/api/dev/mailbox/:id', async (ctx: HttpContext) => {
    const mail = await find(ctx)
    show(ctx, mailPage(mail))
  })
  router.get('/api/dev/mailbox/:id/html', async (ctx: HttpContext) => {
    const mail = await find(ctx)
    show(ctx, mail.html)
  })

  router.get('/api/dev/mailbox/:id/files/:index', async (ctx: HttpContext) => {
    const file = (await find(ctx)).files?.[Number((ctx['params'] as { index: string }).index)]
    if (!file) throw new DomainError('NOT_FOUND')
    ctx.set('cache-control', 'no-store')
    ctx.attachment(file.fileName)
    ctx.type = file.contentType
    ctx.body = Buffer.from(file.base64, 'base64')
  })

  async function find(ctx: HttpContext): Promise<MailboxEntry> {
    const { id } = ctx['params'] as { id: string }
    const mail = (await deps.mailbox.list()).find((entry) => entry.id === id)
    if (!mail) throw new DomainError('NOT_FOUND')
    return mail
  }
}

function show(ctx: HttpContext, html: string): void {
  // No script, no picture, nothing from elsewhere, whatever a mail says.
  ctx.set(
    'content-security-policy',
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  )
  ctx.set('cache-control', 'no-store')
  ctx.type = 'html'
  ctx.body = html
}

const escape = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const frame = (title: string, body: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(title)}</title>
<style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; color: #1d1a20 }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .5rem .75rem; border-bottom: 1px solid #ddd }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f4f2f5; padding: 1rem; border-radius: 6px } a { color: #b0221f }
</style></head>
<body>${body}</body>
</html>
`

function listPage(mails: readonly MailboxEntry[]): string {
  const rows = mails.map(
    ({ id, at, to, language, subject }) =>
      `<tr><td>${escape(at)}</td><td>${escape(to)}</td><td>${language}</td><td><a href="/api/dev/mailbox/${encodeURIComponent(id)}">${escape(subject)}</a></td></tr>`,
  )
  const table = `<table><thead><tr><th>Sent</th><th>To</th><th>Language</th><th>Subject</th></tr></thead><tbody>${rows.join('\n')}</tbody></table>`
  return frame('Mailbox', `<h1>Mailbox</h1>${mails.length === 0 ? '<p>No mail yet.</p>' : table}`)
}

function mailPage({ id, at, to, subject, text, files = [] }: MailboxEntry): string {
  const linked = escape(text).replaceAll(/https?:\/\/[^\s<&]+/g, (url) => `<a href="${url}">${url}</a>`)
  const path = `/api/dev/mailbox/${encodeURIComponent(id)}`
  const attached = files.map(({ fileName }, index) => ` · <a href="${path}/files/${index}">${escape(fileName)}</a>`)
  return frame(
    subject,
    `<p><a href="/api/dev/mailbox">Mailbox</a></p><h1>${escape(subject)}</h1><p>${escape(at)}, to ${escape(to)} · <a href="${path}/html">as HTML</a>${attached.join('')}</p><pre>${linked}</pre>`,
  )
}

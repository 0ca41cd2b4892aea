import { decimalsOf } from '@e-events/shared/domain/currencies.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import { fallbackTimeZone } from '@e-events/shared/domain/site.ts'
import type { Mail } from '../adapters/mail.ts'
import type { Formats, Letter, MailData, MailTemplate, MailWords } from './templates.ts'
import { en } from './words/en.ts'
import { es } from './words/es.ts'
import { pt } from './words/pt.ts'

export const mailWords: Record<Language, MailWords> = { es, en, pt }

/** Words of a mail without greeting and address; the notification of the same event uses the same words. */
export function letterWords<T extends MailTemplate>(
  template: T,
  language: Language,
  data: MailData[T],
): { subject: string; content: string } {
  const { subject, lines } = writeLetter(template, language, data)
  return { subject: oneLine(subject), content: lines.map(oneLine).join('\n') }
}

function writeLetter<T extends MailTemplate>(template: T, language: Language, data: MailData[T]): Letter {
  const write = mailWords[language][template] as (data: MailData[T], formats: Formats) => Letter
  return write(data, formatsOf(language))
}

/**
 * A letter in the reader's language, as HTML and as text. Names and reasons are the only strangers' words in it, and
 * are escaped.
 */
export function renderMail<T extends MailTemplate>(input: {
  template: T
  to: string
  language: Language
  data: MailData[T]
  origin: string
}): Mail {
  const words = mailWords[input.language]
  const letter = writeLetter(input.template, input.language, input.data)
  const greeting = words.common.greeting(oneLine(input.data.name))
  const link = letter.button && { label: letter.button.label, url: `${input.origin}${letter.button.path}` }
  const lines = letter.lines.map(oneLine)
  const notes = (letter.notes ?? []).map(oneLine)
  const optOut = letter.optOut && { label: letter.optOut.label, url: `${input.origin}${letter.optOut.path}` }
  const { linkHint, signature } = words.common
  const footer = letter.isToStranger ? words.common.strangerFooter(input.origin) : words.common.footer(input.origin)
  return {
    to: input.to,
    subject: oneLine(letter.subject),
    language: input.language,
    text: [
      greeting,
      ...lines,
      ...(link ? [`${link.label}:\n${link.url}`] : []),
      ...notes,
      ...(optOut ? [`${optOut.label}:\n${optOut.url}`] : []),
      `${signature}\n\n-- \n${footer}`,
    ].join('\n\n'),
    html: page({ language: input.language, title: letter.subject, greeting, lines, link, linkHint, notes, optOut, signature, footer }),
    ...(optOut && { unsubscribeUrl: optOut.url }),
  }
}

/**
 * Control characters and whatever turns the direction of the text round: a name may not change how the mail around it
 * reads.
 */
function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]+/gu, ' ').trim()
}

const tags: Record<Language, string> = { es: 'es-ES', en: 'en-GB', pt: 'pt-PT' }

function formatsOf(language: Language): Formats {
  return {
    dateTime(iso, timezone) {
      const zone = isTimeZone(timezone) ? timezone : fallbackTimeZone
      return new Intl.DateTimeFormat(tags[language], { dateStyle: 'long', timeStyle: 'long', timeZone: zone }).format(new Date(iso))
    },
    money(minor, currency) {
      const decimals = decimalsOf(currency)
      const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      return new Intl.NumberFormat(tags[language], { style: 'currency', currency, ...digits }).format(minor / 10 ** decimals)
    },
  }
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? '')
}

interface Page {
  language: Language
  title: string
  greeting: string
  lines: string[]
  link: { label: string; url: string } | undefined
  linkHint: string
  notes: string[]
  optOut: { label: string; url: string } | undefined
  signature: string
  footer: string
}

const paragraph = (text: string, style = 'margin:0 0 16px') => `<p style="${style}">${escapeHtml(text)}</p>`

/**
 * Tables and inline styles: mail programs know little else. No picture and nothing fetched from elsewhere, so opening
 * it tells nobody.
 */
function page({ language, title, greeting, lines, link, linkHint, notes, optOut, signature, footer }: Page): string {
  const small = 'margin:0 0 12px;font-size:13px;line-height:20px;color:#5b5660'
  const button = link
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td style="background:#cc2f2e;border-radius:6px">
<a href="${escapeHtml(link.url)}" style="display:inline-block;padding:12px 24px;color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(link.label)}</a>
</td></tr></table>
${paragraph(linkHint, small)}
<p style="${small};word-break:break-all"><a href="${escapeHtml(link.url)}" style="color:#b0221f">${escapeHtml(link.url)}</a></p>`
    : ''
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;background:#f4f2f5;color:#1d1a20;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;font-size:16px;line-height:24px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:10px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;font-size:20px;font-weight:700;color:#b0221f">e-events</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(title)}</h1>
${paragraph(greeting)}
${lines.map((line) => paragraph(line)).join('\n')}
${button}
${notes.map((note) => paragraph(note, small)).join('\n')}
${optOut ? `<p style="${small}"><a href="${escapeHtml(optOut.url)}" style="color:#5b5660">${escapeHtml(optOut.label)}</a></p>` : ''}
${paragraph(signature, 'margin:24px 0 0')}
</td></tr></table>
${paragraph(footer, 'margin:16px 0 0;font-size:12px;line-height:18px;color:#5b5660')}
</td></tr></table>
</body>
</html>
`
}

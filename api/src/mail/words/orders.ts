import type { Language } from '@e-events/shared/domain/language.ts'
import { linkPaths, type Formats, type Letter, type MailData } from '../templates.ts'

type Order = MailData['order']
type Line = Order['lines'][number]

interface Words {
  subject: (number: number) => string
  intro: (number: number, at: string) => string
  line: (line: Line, amount: string) => string
  parts: (titles: string) => string
  missing: (title: string) => string
  starts: (title: string, at: string) => string
  until: (title: string, at: string) => string
  fee: (amount: string) => string
  support: (amount: string) => string
  total: (amount: string, tax: string | null) => string
  goods: string
  gift: string
  page: string
  orders: string
  invoice: string
  calendar: string
  where: string
}

const words: Record<Language, Words> = {
  es: {
    subject: (number) => `Tu pedido ${number} está pagado`,
    intro: (number, at) => `Gracias por tu compra. Este es el pedido ${number}, pagado el ${at}.`,
    line: ({ title, quantity }, amount) => `${quantity} × «${title}»: ${amount}`,
    parts: (titles) => `Incluye: ${titles}.`,
    missing: (title) => `«${title}» ya no estaba disponible: te devolvemos su importe y te avisaremos cuando salga el dinero.`,
    starts: (title, at) => `«${title}» empieza el ${at}.`,
    until: (title, at) => `Puedes ver «${title}» hasta el ${at}.`,
    fee: (amount) => `Gastos de gestión: ${amount}`,
    support: (amount) => `Apoyo al organizador: ${amount}`,
    total: (amount, tax) => (tax === null ? `Total: ${amount}` : `Total: ${amount}, con ${tax} de impuestos incluidos`),
    goods: 'Te avisaremos por correo cuando salga el envío.',
    gift: 'El regalo llega por correo a quien lo recibe; su código está en tus pedidos.',
    page: 'Abrir su página',
    orders: 'Ver mis pedidos',
    invoice: 'La factura va adjunta.',
    calendar: 'Las fechas van adjuntas en un archivo para tu calendario.',
    where: 'Lo que has comprado está en Mis entradas, en cualquier dispositivo en el que inicies sesión.',
  },
  en: {
    subject: (number) => `Your order ${number} is paid`,
    intro: (number, at) => `Thank you for your purchase. This is order ${number}, paid on ${at}.`,
    line: ({ title, quantity }, amount) => `${quantity} × “${title}”: ${amount}`,
    parts: (titles) => `It includes: ${titles}.`,
    missing: (title) => `“${title}” was not available any more: we give its amount back and tell you when the money leaves.`,
    starts: (title, at) => `“${title}” begins on ${at}.`,
    until: (title, at) => `You can watch “${title}” until ${at}.`,
    fee: (amount) => `Handling fee: ${amount}`,
    support: (amount) => `Support for the organizer: ${amount}`,
    total: (amount, tax) => (tax === null ? `In total: ${amount}` : `In total: ${amount}, ${tax} of it tax`),
    goods: 'We will send you a mail when it is on its way.',
    gift: 'The gift reaches its recipient by mail; its code stands in your orders.',
    page: 'Open its page',
    orders: 'See my orders',
    invoice: 'The invoice is attached.',
    calendar: 'The dates are attached as a file for your calendar.',
    where: 'You find what you bought under My tickets, on every device where you log in.',
  },
  pt: {
    subject: (number) => `A tua encomenda ${number} está paga`,
    intro: (number, at) => `Obrigado pela tua compra. Esta é a encomenda ${number}, paga em ${at}.`,
    line: ({ title, quantity }, amount) => `${quantity} x «${title}»: ${amount}`,
    parts: (titles) => `Inclui: ${titles}.`,
    missing: (title) => `«${title}» já não estava disponível: devolvemos o valor e avisamos-te quando o dinheiro sair.`,
    starts: (title, at) => `«${title}» começa a ${at}.`,
    until: (title, at) => `Podes ver «${title}» até ${at}.`,
    fee: (amount) => `Taxa de serviço: ${amount}`,
    support: (amount) => `Apoio ao organizador: ${amount}`,
    total: (amount, tax) => (tax === null ? `Ao todo: ${amount}` : `Ao todo: ${amount}, com ${tax} de impostos incluídos`),
    goods: 'Avisamos-te por e-mail quando a encomenda for enviada.',
    gift: 'O presente chega por e-mail a quem o recebe; o código está nas tuas encomendas.',
    page: 'Abrir a página',
    orders: 'Ver as minhas encomendas',
    invoice: 'A fatura segue em anexo.',
    calendar: 'As datas seguem em anexo, num ficheiro para o teu calendário.',
    where: 'O que compraste está em Os meus bilhetes, em qualquer dispositivo em que inicies sessão.',
  },
}

/** Mail of a paid order: each line with its amount, the sums, and what follows. */
function write(w: Words, order: Order, { dateTime, money }: Formats): Letter {
  const amount = (minor: number) => money(minor, order.currency)
  const kept = order.lines.filter(({ isMissing }) => !isMissing)
  const has = (kind: Line['kind']) => kept.some((line) => line.kind === kind)
  return {
    subject: w.subject(order.number),
    lines: [
      w.intro(order.number, dateTime(order.paidAt, order.timezone)),
      ...order.lines.flatMap((line) => [
        w.line(line, amount(line.totalMinor)),
        ...(line.parts.length === 0 ? [] : [w.parts(line.parts.join(', '))]),
      ]),
      ...(order.feeMinor === 0 ? [] : [w.fee(amount(order.feeMinor))]),
      ...(order.supportMinor === 0 ? [] : [w.support(amount(order.supportMinor))]),
      w.total(amount(order.totalMinor), order.taxMinor === 0 ? null : amount(order.taxMinor)),
      ...order.lines.filter(({ isMissing }) => isMissing).map(({ title }) => w.missing(title)),
      ...kept.flatMap((line) => [
        ...(line.at === null ? [] : [w.starts(line.title, dateTime(line.at, line.timezone))]),
        ...(line.until === null ? [] : [w.until(line.title, dateTime(line.until, order.timezone))]),
      ]),
      ...(has('physical') ? [w.goods] : []),
      ...(has('gift') ? [w.gift] : []),
    ],
    button: order.slug === null ? { label: w.orders, path: linkPaths.orders } : { label: w.page, path: linkPaths.product(order.slug) },
    notes: [
      ...(order.hasInvoice ? [w.invoice] : []),
      ...(kept.some(({ at }) => at !== null) ? [w.calendar] : []),
      ...(has('access') || has('bundle') ? [w.where] : []),
    ],
  }
}

export const orderWords: Record<Language, (order: Order, formats: Formats) => Letter> = {
  es: (order, formats) => write(words.es, order, formats),
  en: (order, formats) => write(words.en, order, formats),
  pt: (order, formats) => write(words.pt, order, formats),
}

import type { Language } from '@e-events/shared/domain/language.ts'
import { linkPaths, type MailWords } from '../templates.ts'

type PaymentWords = Pick<MailWords, 'refund_returned' | 'payment_failed' | 'sale_disputed'>

/** Mails about money that came back from a bank. */
export const paymentWords: Record<Language, PaymentWords> = {
  es: {
    sale_disputed: ({ title, number, amountMinor, currency, until, timezone }, { money, dateTime }) => ({
      subject: 'Un comprador disputa un pago',
      lines: [
        `Quien compró «${title}» (pedido ${number}) disputa en su banco ${money(amountMinor, currency)}. Mientras el banco decide, ese importe no se te paga y su acceso queda en pausa.`,
        `Enviamos al banco lo que consta del pedido. Cuenta tu versión en la venta${until === null ? '' : `, como tarde el ${dateTime(until, timezone)}`}.`,
      ],
      button: { label: 'Ver la venta', path: linkPaths.ownSales },
    }),
    refund_returned: ({ number, buyer, amountMinor, currency }, { money }) => ({
      subject: 'El banco ha devuelto un reembolso',
      lines: [
        `El banco ha devuelto el reembolso de ${money(amountMinor, currency)} del pedido ${number}: el dinero está otra vez en la cuenta del servicio de pago.`,
        `Págalo a mano a ${buyer} y márcalo como pagado en su venta.`,
      ],
      button: { label: 'Ver las ventas', path: linkPaths.sales },
    }),
    payment_failed: ({ title, number, amountMinor, currency, orderId, until, timezone }, { money, dateTime }) => ({
      subject: 'Tu pago no ha llegado',
      lines: [
        `El banco ha devuelto el pago de ${money(amountMinor, currency)} de «${title}» (pedido ${number}). No te hemos cobrado nada.`,
        `Puedes pagarlo de otra forma hasta el ${dateTime(until, timezone)}. Después el pedido termina.`,
      ],
      button: { label: 'Pagar de otra forma', path: linkPaths.payment(orderId) },
    }),
  },
  en: {
    sale_disputed: ({ title, number, amountMinor, currency, until, timezone }, { money, dateTime }) => ({
      subject: 'A buyer disputes a payment',
      lines: [
        `The buyer of “${title}” (order ${number}) disputes ${money(amountMinor, currency)} at the bank. While the bank decides, that amount is not paid to you and the access waits.`,
        `We send the bank what we know of the order. Write your side of it in the sale${until === null ? '' : `, by ${dateTime(until, timezone)} at the latest`}.`,
      ],
      button: { label: 'See the sale', path: linkPaths.ownSales },
    }),
    refund_returned: ({ number, buyer, amountMinor, currency }, { money }) => ({
      subject: 'The bank sent a refund back',
      lines: [
        `The bank sent back the refund of ${money(amountMinor, currency)} of order ${number}: the money is in the account at the payment service again.`,
        `Pay it out to ${buyer} by hand, and mark it as paid in its sale.`,
      ],
      button: { label: 'See the sales', path: linkPaths.sales },
    }),
    payment_failed: ({ title, number, amountMinor, currency, orderId, until, timezone }, { money, dateTime }) => ({
      subject: 'Your payment did not arrive',
      lines: [
        `The bank returned the payment of ${money(amountMinor, currency)} for “${title}” (order ${number}). You have been charged nothing.`,
        `You can pay another way until ${dateTime(until, timezone)}. After that the order ends.`,
      ],
      button: { label: 'Pay another way', path: linkPaths.payment(orderId) },
    }),
  },
  pt: {
    sale_disputed: ({ title, number, amountMinor, currency, until, timezone }, { money, dateTime }) => ({
      subject: 'Um comprador contesta um pagamento',
      lines: [
        `Quem comprou «${title}» (encomenda ${number}) contesta no banco ${money(amountMinor, currency)}. Enquanto o banco decide, esse valor não te é pago e o acesso fica em pausa.`,
        `Enviamos ao banco o que consta da encomenda. Conta a tua versão na venda${until === null ? '' : `, o mais tardar a ${dateTime(until, timezone)}`}.`,
      ],
      button: { label: 'Ver a venda', path: linkPaths.ownSales },
    }),
    refund_returned: ({ number, buyer, amountMinor, currency }, { money }) => ({
      subject: 'O banco devolveu um reembolso',
      lines: [
        `O banco devolveu o reembolso de ${money(amountMinor, currency)} do pedido ${number}: o dinheiro está outra vez na conta do serviço de pagamento.`,
        `Paga-o à mão a ${buyer} e marca-o como pago na respetiva venda.`,
      ],
      button: { label: 'Ver as vendas', path: linkPaths.sales },
    }),
    payment_failed: ({ title, number, amountMinor, currency, orderId, until, timezone }, { money, dateTime }) => ({
      subject: 'O teu pagamento não chegou',
      lines: [
        `O banco devolveu o pagamento de ${money(amountMinor, currency)} de «${title}» (pedido ${number}). Nada te foi cobrado.`,
        `Podes pagar de outra forma até ${dateTime(until, timezone)}. Depois disso o pedido termina.`,
      ],
      button: { label: 'Pagar de outra forma', path: linkPaths.payment(orderId) },
    }),
  },
}

import type { Language } from '@e-events/shared/domain/language.ts'
import { linkPaths, type MailWords } from '../templates.ts'

type SubscriptionWords = Pick<
  MailWords,
  'subscription_started' | 'subscription_renewed' | 'subscription_failed' | 'subscription_price' | 'subscription_ended'
>

/** Mails of a subscription's life. */
export const subscriptionWords: Record<Language, SubscriptionWords> = {
  es: {
    subscription_started: ({ channel, totalMinor, currency, period, isRenewed, until, timezone }, { money, dateTime }) => ({
      subject: 'Tu suscripción ha empezado',
      lines: [
        `Te has suscrito ${channel === null ? 'a la plataforma' : `al canal «${channel}»`}.`,
        isRenewed
          ? `Pagas ${money(totalMinor, currency)} cada ${period === 'monthly' ? 'mes' : 'año'}. El siguiente pago es el ${dateTime(until, timezone)}.`
          : `Has pagado ${money(totalMinor, currency)} una sola vez. Vale hasta el ${dateTime(until, timezone)}.`,
      ],
      button: { label: 'Ver mis suscripciones', path: linkPaths.subscriptions },
      ...(isRenewed ? { notes: ['Puedes cancelarla cuando quieras: sigues teniendo acceso hasta el final de lo pagado.'] } : {}),
    }),
    subscription_renewed: ({ channel, totalMinor, currency, until, timezone }, { money, dateTime }) => ({
      subject: 'Tu suscripción se ha renovado',
      lines: [
        `Hemos cobrado ${money(totalMinor, currency)} por tu suscripción ${channel === null ? 'a la plataforma' : `al canal «${channel}»`}.`,
        `Está pagada hasta el ${dateTime(until, timezone)}. La factura está en tus suscripciones.`,
      ],
      button: { label: 'Ver mis suscripciones', path: linkPaths.subscriptions },
    }),
    subscription_failed: ({ channel, totalMinor, currency, retryAt, accessUntil, timezone }, { money, dateTime }) => ({
      subject: 'No hemos podido renovar tu suscripción',
      lines: [
        `Tu tarjeta ha rechazado el pago de ${money(totalMinor, currency)} por tu suscripción ${channel === null ? 'a la plataforma' : `al canal «${channel}»`}.`,
        `Lo intentaremos otra vez el ${dateTime(retryAt, timezone)}. Mientras tanto conservas el acceso, como mucho hasta el ${dateTime(accessUntil, timezone)}.`,
        'Si quieres resolverlo ya, paga ahora con otra tarjeta.',
      ],
      button: { label: 'Pagar con otra tarjeta', path: linkPaths.subscriptions },
    }),
    subscription_price: ({ channel, totalMinor, newTotalMinor, currency, newAt, timezone }, { money, dateTime }) => ({
      subject: 'Tu suscripción cambia de precio',
      lines: [
        `La suscripción ${channel === null ? 'a la plataforma' : `al canal «${channel}»`} pasa de ${money(totalMinor, currency)} a ${money(newTotalMinor, currency)}.`,
        `El precio nuevo vale desde el ${dateTime(newAt, timezone)}, y solo si lo aceptas. Si no haces nada, la suscripción termina entonces y no se cobra nada más.`,
      ],
      button: { label: 'Aceptar o dejarlo', path: linkPaths.subscriptions },
    }),
    subscription_ended: ({ channel, until, timezone, endReason }, { dateTime }) => ({
      subject: endReason === 'subscriber' ? 'Has cancelado tu suscripción' : 'Tu suscripción termina',
      lines: [
        `Se trata de tu suscripción ${channel === null ? 'a la plataforma' : `al canal «${channel}»`}.`,
        {
          subscriber: `No se cobrará nada más, y sigues teniendo acceso hasta el ${dateTime(until, timezone)}. Hasta entonces puedes recuperarla.`,
          payment: 'Tu tarjeta ha rechazado el pago cuatro veces en siete días, y la suscripción ha terminado. No debes nada.',
          price: `No has aceptado el precio nuevo: termina el ${dateTime(until, timezone)} y no se cobra nada más.`,
          offer: `Ya no se ofrece: termina el ${dateTime(until, timezone)} y no se cobra nada más.`,
          account: `Termina el ${dateTime(until, timezone)} y no se cobra nada más.`,
          refund: 'Te hemos devuelto el último pago, y con él ha terminado.',
          single: 'Se ha acabado el periodo que pagaste. No se renueva sola.',
        }[endReason],
      ],
      button: { label: 'Ver mis suscripciones', path: linkPaths.subscriptions },
    }),
  },
  en: {
    subscription_started: ({ channel, totalMinor, currency, period, isRenewed, until, timezone }, { money, dateTime }) => ({
      subject: 'Your subscription has begun',
      lines: [
        `You have subscribed to ${channel === null ? 'the platform' : `the channel “${channel}”`}.`,
        isRenewed
          ? `You pay ${money(totalMinor, currency)} every ${period === 'monthly' ? 'month' : 'year'}. The next payment is on ${dateTime(until, timezone)}.`
          : `You have paid ${money(totalMinor, currency)} once. It is good until ${dateTime(until, timezone)}.`,
      ],
      button: { label: 'See my subscriptions', path: linkPaths.subscriptions },
      ...(isRenewed ? { notes: ['You can cancel it at any time: access goes on until the end of what is paid.'] } : {}),
    }),
    subscription_renewed: ({ channel, totalMinor, currency, until, timezone }, { money, dateTime }) => ({
      subject: 'Your subscription has been renewed',
      lines: [
        `We have charged ${money(totalMinor, currency)} for your subscription to ${channel === null ? 'the platform' : `the channel “${channel}”`}.`,
        `It is paid until ${dateTime(until, timezone)}. The invoice is in your subscriptions.`,
      ],
      button: { label: 'See my subscriptions', path: linkPaths.subscriptions },
    }),
    subscription_failed: ({ channel, totalMinor, currency, retryAt, accessUntil, timezone }, { money, dateTime }) => ({
      subject: 'We could not renew your subscription',
      lines: [
        `Your card refused the payment of ${money(totalMinor, currency)} for your subscription to ${channel === null ? 'the platform' : `the channel “${channel}”`}.`,
        `We try again on ${dateTime(retryAt, timezone)}. Until then you keep access, at the latest until ${dateTime(accessUntil, timezone)}.`,
        'If you want to settle it now, pay with another card.',
      ],
      button: { label: 'Pay with another card', path: linkPaths.subscriptions },
    }),
    subscription_price: ({ channel, totalMinor, newTotalMinor, currency, newAt, timezone }, { money, dateTime }) => ({
      subject: 'Your subscription has a new price',
      lines: [
        `The subscription to ${channel === null ? 'the platform' : `the channel “${channel}”`} changes from ${money(totalMinor, currency)} to ${money(newTotalMinor, currency)}.`,
        `The new price counts from ${dateTime(newAt, timezone)}, and only if you agree to it. If you do nothing, the subscription ends then and nothing more is charged.`,
      ],
      button: { label: 'Agree, or leave it', path: linkPaths.subscriptions },
    }),
    subscription_ended: ({ channel, until, timezone, endReason }, { dateTime }) => ({
      subject: endReason === 'subscriber' ? 'You have cancelled your subscription' : 'Your subscription ends',
      lines: [
        `This is about your subscription to ${channel === null ? 'the platform' : `the channel “${channel}”`}.`,
        {
          subscriber: `Nothing more is charged, and you keep access until ${dateTime(until, timezone)}. Until then you can resume it.`,
          payment: 'Your card refused the payment four times in seven days, and the subscription has ended. You owe nothing.',
          price: `You have not agreed to the new price: it ends on ${dateTime(until, timezone)}, and nothing more is charged.`,
          offer: `It is not offered any more: it ends on ${dateTime(until, timezone)}, and nothing more is charged.`,
          account: `It ends on ${dateTime(until, timezone)}, and nothing more is charged.`,
          refund: 'We have given the last payment back to you, and the subscription has ended with it.',
          single: 'The period that you paid for is over. It is not renewed by itself.',
        }[endReason],
      ],
      button: { label: 'See my subscriptions', path: linkPaths.subscriptions },
    }),
  },
  pt: {
    subscription_started: ({ channel, totalMinor, currency, period, isRenewed, until, timezone }, { money, dateTime }) => ({
      subject: 'A tua subscrição começou',
      lines: [
        `Subscreveste ${channel === null ? 'a plataforma' : `o canal «${channel}»`}.`,
        isRenewed
          ? `Pagas ${money(totalMinor, currency)} por ${period === 'monthly' ? 'mês' : 'ano'}. O próximo pagamento é a ${dateTime(until, timezone)}.`
          : `Pagaste ${money(totalMinor, currency)} uma só vez. Vale até ${dateTime(until, timezone)}.`,
      ],
      button: { label: 'Ver as minhas subscrições', path: linkPaths.subscriptions },
      ...(isRenewed ? { notes: ['Podes cancelá-la quando quiseres: continuas com acesso até ao fim do que está pago.'] } : {}),
    }),
    subscription_renewed: ({ channel, totalMinor, currency, until, timezone }, { money, dateTime }) => ({
      subject: 'A tua subscrição foi renovada',
      lines: [
        `Cobrámos ${money(totalMinor, currency)} pela tua subscrição ${channel === null ? 'da plataforma' : `do canal «${channel}»`}.`,
        `Está paga até ${dateTime(until, timezone)}. A fatura está nas tuas subscrições.`,
      ],
      button: { label: 'Ver as minhas subscrições', path: linkPaths.subscriptions },
    }),
    subscription_failed: ({ channel, totalMinor, currency, retryAt, accessUntil, timezone }, { money, dateTime }) => ({
      subject: 'Não conseguimos renovar a tua subscrição',
      lines: [
        `O teu cartão recusou o pagamento de ${money(totalMinor, currency)} da tua subscrição ${channel === null ? 'da plataforma' : `do canal «${channel}»`}.`,
        `Tentamos de novo a ${dateTime(retryAt, timezone)}. Até lá manténs o acesso, no máximo até ${dateTime(accessUntil, timezone)}.`,
        'Se quiseres resolver já, paga com outro cartão.',
      ],
      button: { label: 'Pagar com outro cartão', path: linkPaths.subscriptions },
    }),
    subscription_price: ({ channel, totalMinor, newTotalMinor, currency, newAt, timezone }, { money, dateTime }) => ({
      subject: 'A tua subscrição muda de preço',
      lines: [
        `A subscrição ${channel === null ? 'da plataforma' : `do canal «${channel}»`} passa de ${money(totalMinor, currency)} para ${money(newTotalMinor, currency)}.`,
        `O preço novo vale a partir de ${dateTime(newAt, timezone)}, e só se o aceitares. Se não fizeres nada, a subscrição termina nessa altura e nada mais é cobrado.`,
      ],
      button: { label: 'Aceitar ou deixar', path: linkPaths.subscriptions },
    }),
    subscription_ended: ({ channel, until, timezone, endReason }, { dateTime }) => ({
      subject: endReason === 'subscriber' ? 'Cancelaste a tua subscrição' : 'A tua subscrição termina',
      lines: [
        `Trata-se da tua subscrição ${channel === null ? 'da plataforma' : `do canal «${channel}»`}.`,
        {
          subscriber: `Nada mais é cobrado, e continuas com acesso até ${dateTime(until, timezone)}. Até lá podes recuperá-la.`,
          payment: 'O teu cartão recusou o pagamento quatro vezes em sete dias, e a subscrição terminou. Não deves nada.',
          price: `Não aceitaste o preço novo: termina a ${dateTime(until, timezone)} e nada mais é cobrado.`,
          offer: `Já não é oferecida: termina a ${dateTime(until, timezone)} e nada mais é cobrado.`,
          account: `Termina a ${dateTime(until, timezone)} e nada mais é cobrado.`,
          refund: 'Devolvemos-te o último pagamento, e com ele a subscrição terminou.',
          single: 'O período que pagaste acabou. Não se renova sozinha.',
        }[endReason],
      ],
      button: { label: 'Ver as minhas subscrições', path: linkPaths.subscriptions },
    }),
  },
}

import type { Language } from '@e-events/shared/domain/language.ts'
import { linkPaths, type Formats, type MailWords } from '../templates.ts'

/** The end of an access, where there is one. */
const endOf = (until: string | null, timezone: string, dateTime: Formats['dateTime']) => (until === null ? '' : dateTime(until, timezone))

/** Mails to somebody who came close to buying. They promise nothing and press nobody. */
export const followUpWords: Record<Language, Pick<MailWords, 'follow_up'>> = {
  es: {
    follow_up: ({ kind, title, channel, path, until, hasEnded, timezone, optOut }, { dateTime }) => ({
      subject: kind === 'expiring' ? (hasEnded ? 'Tu acceso ha terminado' : 'Tu acceso termina pronto') : '¿Te lo estás pensando?',
      lines: [
        title === null
          ? `Tu suscripción al canal «${channel}» ${hasEnded ? 'terminó' : 'termina'} el ${endOf(until, timezone, dateTime)}.`
          : {
              checkout: `Abriste la compra de «${title}», del canal «${channel}», y no la terminaste.`,
              waiting: `Te apuntaste a la lista de espera de «${title}», del canal «${channel}».`,
              expiring: `Tu acceso a «${title}», del canal «${channel}», ${hasEnded ? 'terminó' : 'termina'} el ${endOf(until, timezone, dateTime)}.`,
              saved: `Guardaste «${title}», del canal «${channel}», para más adelante.`,
            }[kind],
        kind === 'expiring' ? 'Si quieres seguir, aquí tienes el camino.' : 'Si todavía te interesa, aquí sigue.',
      ],
      button: { label: title === null ? 'Ver la suscripción' : 'Verlo ahora', path },
      notes: [`Te escribimos de parte de «${channel}» porque aceptaste recibir promociones.`],
      optOut: { label: 'No quiero recibir más promociones', path: linkPaths.optOut(optOut) },
    }),
  },
  en: {
    follow_up: ({ kind, title, channel, path, until, hasEnded, timezone, optOut }, { dateTime }) => ({
      subject: kind === 'expiring' ? (hasEnded ? 'Your access has ended' : 'Your access ends soon') : 'Still thinking about it?',
      lines: [
        title === null
          ? `Your subscription to the channel “${channel}” ${hasEnded ? 'ended' : 'ends'} on ${endOf(until, timezone, dateTime)}.`
          : {
              checkout: `You opened the checkout of “${title}” by “${channel}” and did not finish it.`,
              waiting: `You joined the waiting list of “${title}” by “${channel}”.`,
              expiring: `Your access to “${title}” by “${channel}” ${hasEnded ? 'ended' : 'ends'} on ${endOf(until, timezone, dateTime)}.`,
              saved: `You saved “${title}” by “${channel}” for later.`,
            }[kind],
        kind === 'expiring' ? 'If you want to go on, this is the way.' : 'If you are still interested, it is still there.',
      ],
      button: { label: title === null ? 'See the subscription' : 'See it now', path },
      notes: [`We write on behalf of “${channel}” because you agreed to receive promotions.`],
      optOut: { label: 'I do not want any more promotions', path: linkPaths.optOut(optOut) },
    }),
  },
  pt: {
    follow_up: ({ kind, title, channel, path, until, hasEnded, timezone, optOut }, { dateTime }) => ({
      subject: kind === 'expiring' ? (hasEnded ? 'O teu acesso terminou' : 'O teu acesso termina em breve') : 'Ainda estás a pensar nisso?',
      lines: [
        title === null
          ? `A tua subscrição do canal «${channel}» ${hasEnded ? 'terminou' : 'termina'} em ${endOf(until, timezone, dateTime)}.`
          : {
              checkout: `Abriste a compra de «${title}», do canal «${channel}», e não a terminaste.`,
              waiting: `Inscreveste-te na lista de espera de «${title}», do canal «${channel}».`,
              expiring: `O teu acesso a «${title}», do canal «${channel}», ${hasEnded ? 'terminou' : 'termina'} em ${endOf(until, timezone, dateTime)}.`,
              saved: `Guardaste «${title}», do canal «${channel}», para mais tarde.`,
            }[kind],
        kind === 'expiring' ? 'Se quiseres continuar, o caminho é este.' : 'Se ainda te interessa, continua aqui.',
      ],
      button: { label: title === null ? 'Ver a subscrição' : 'Ver agora', path },
      notes: [`Escrevemos-te em nome de «${channel}» porque aceitaste receber promoções.`],
      optOut: { label: 'Não quero receber mais promoções', path: linkPaths.optOut(optOut) },
    }),
  },
}

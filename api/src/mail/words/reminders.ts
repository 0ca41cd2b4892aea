import type { Language } from '@e-events/shared/domain/language.ts'
import { linkPaths, type MailWords } from '../templates.ts'

/** Mails before an event. */
export const reminderWords: Record<Language, Pick<MailWords, 'event_reminder'>> = {
  es: {
    event_reminder: ({ title, at, timezone, moment, path, optOut }, { dateTime }) => ({
      subject: {
        day: 'Tu evento se acerca',
        hour: 'Tu evento empieza en menos de una hora',
        minutes: 'Tu evento está a punto de empezar',
      }[moment],
      lines: [`«${title}» empieza el ${dateTime(at, timezone)}.`],
      button: { label: 'Ir al evento', path },
      notes: ['Te avisamos un día, una hora y cinco minutos antes de cada evento.'],
      optOut: { label: 'No quiero más recordatorios de eventos', path: linkPaths.endReminders(optOut) },
    }),
  },
  en: {
    event_reminder: ({ title, at, timezone, moment, path, optOut }, { dateTime }) => ({
      subject: {
        day: 'Your event is coming up',
        hour: 'Your event begins in less than an hour',
        minutes: 'Your event is about to begin',
      }[moment],
      lines: [`“${title}” begins on ${dateTime(at, timezone)}.`],
      button: { label: 'Go to the event', path },
      notes: ['We remind you a day, an hour and five minutes before each event.'],
      optOut: { label: 'I do not want any more reminders of events', path: linkPaths.endReminders(optOut) },
    }),
  },
  pt: {
    event_reminder: ({ title, at, timezone, moment, path, optOut }, { dateTime }) => ({
      subject: {
        day: 'O teu evento aproxima-se',
        hour: 'O teu evento começa em menos de uma hora',
        minutes: 'O teu evento está prestes a começar',
      }[moment],
      lines: [`«${title}» começa em ${dateTime(at, timezone)}.`],
      button: { label: 'Ir para o evento', path },
      notes: ['Avisamos-te um dia, uma hora e cinco minutos antes de cada evento.'],
      optOut: { label: 'Não quero mais lembretes de eventos', path: linkPaths.endReminders(optOut) },
    }),
  },
}

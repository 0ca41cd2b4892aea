import type { Language } from '@e-events/shared/domain/language.ts'
import type { MailWords } from '../templates.ts'

/** Mails about certificates of courses and masters. */
export const certificateMailWords: Record<Language, Pick<MailWords, 'certificate_revoked' | 'certificate_restored'>> = {
  es: {
    certificate_revoked: ({ title, reason, path }) => ({
      subject: 'Tu certificado ya no es válido',
      lines: [
        `Se ha anulado tu certificado de «${title}».`,
        `Motivo: ${reason}`,
        'Quien lo compruebe verá que está anulado, pero no el motivo.',
      ],
      button: { label: 'Ver el certificado', path },
      notes: ['Si crees que es un error, responde a este mensaje.'],
    }),
    certificate_restored: ({ title, path }) => ({
      subject: 'Tu certificado vuelve a ser válido',
      lines: [`Tu certificado de «${title}» ya no está anulado: quien lo compruebe verá que es válido.`],
      button: { label: 'Ver el certificado', path },
    }),
  },
  en: {
    certificate_revoked: ({ title, reason, path }) => ({
      subject: 'Your certificate is no longer valid',
      lines: [
        `Your certificate of “${title}” was revoked.`,
        `Reason: ${reason}`,
        'Whoever verifies it sees that it was revoked, but not why.',
      ],
      button: { label: 'See the certificate', path },
      notes: ['If you think this is a mistake, answer this message.'],
    }),
    certificate_restored: ({ title, path }) => ({
      subject: 'Your certificate is valid again',
      lines: [`Your certificate of “${title}” is not revoked any more: whoever verifies it sees that it is valid.`],
      button: { label: 'See the certificate', path },
    }),
  },
  pt: {
    certificate_revoked: ({ title, reason, path }) => ({
      subject: 'O teu certificado já não é válido',
      lines: [
        `O teu certificado de «${title}» foi anulado.`,
        `Motivo indicado: ${reason}`,
        'Quem o verificar vê que está anulado, mas não o motivo.',
      ],
      button: { label: 'Ver o certificado', path },
      notes: ['Se achas que é um engano, responde a esta mensagem.'],
    }),
    certificate_restored: ({ title, path }) => ({
      subject: 'O teu certificado volta a ser válido',
      lines: [`O teu certificado de «${title}» já não está anulado: quem o verificar vê que é válido.`],
      button: { label: 'Ver o certificado', path },
    }),
  },
}

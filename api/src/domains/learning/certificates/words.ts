import type { Language } from '@e-events/shared/domain/language.ts'

interface CertificateWords {
  locale: string
  /** Name of the document. */
  kind: string
  given: string
  narrative: Record<'course' | 'master', string>
  criteria: (lessons: number) => string
  video: string
  /** @param length hours and minutes */
  hours: (length: string) => string
  issued: (date: string) => string
  by: string
  verify: string
  qr: string
}

/** Words of a certificate: of its PDF and of its credential. */
export const certificateWords: Record<Language, CertificateWords> = {
  es: {
    locale: 'es-ES',
    kind: 'Certificado',
    given: 'Se entrega a',
    narrative: { course: 'por haber completado el curso', master: 'por haber completado el máster' },
    criteria: (lessons) => (lessons === 1 ? 'Ha visto la única lección.' : `Ha visto las ${lessons} lecciones.`),
    video: 'Duración de los vídeos',
    hours: (length) => `${length} de vídeo`,
    issued: (date) => `Emitido el ${date}`,
    by: 'Organiza',
    verify: 'Firmado digitalmente. Compruébalo en:',
    qr: 'Código QR con la dirección de comprobación',
  },
  en: {
    locale: 'en-GB',
    kind: 'Certificate',
    given: 'Awarded to',
    narrative: { course: 'for completing the course', master: 'for completing the programme' },
    criteria: (lessons) => (lessons === 1 ? 'Watched its only lesson.' : `Watched all ${lessons} lessons.`),
    video: 'Length of the videos',
    hours: (length) => `${length} of video`,
    issued: (date) => `Issued on ${date}`,
    by: 'Organized by',
    verify: 'Digitally signed. Verify it at:',
    qr: 'QR code with the address where it is verified',
  },
  pt: {
    locale: 'pt-PT',
    kind: 'Certificado de conclusão',
    given: 'Entregue a',
    narrative: { course: 'por ter concluído o curso', master: 'por ter concluído o programa' },
    criteria: (lessons) => (lessons === 1 ? 'Viu a única lição.' : `Viu as ${lessons} lições.`),
    video: 'Duração dos vídeos',
    hours: (length) => `${length} de vídeo`,
    issued: (date) => `Emitido em ${date}`,
    by: 'Organização',
    verify: 'Assinado digitalmente. Verifica-o em:',
    qr: 'Código QR com o endereço de verificação',
  },
}

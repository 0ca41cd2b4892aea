import type { Language } from '@e-events/shared/domain/language.ts'

interface Page {
  title: string
  description: string
}
type Name = 'home' | 'schedule' | 'help' | 'legal' | 'producers' | 'search' | 'shop' | 'none' | 'missing'

/** Pages that are the same for every installation. */
export const pageWords: Record<Language, Record<Name, Page>> = {
  es: {
    home: { title: 'Directos, vídeo y cursos', description: 'Directos, vídeo a la carta, podcasts y cursos de artistas y organizadores: entradas y acceso en un solo sitio.' },
    schedule: { title: 'Programación', description: 'Los próximos directos y encuentros, día a día y en tu hora, con archivo para tu calendario.' },
    help: { title: 'Ayuda', description: 'Guías para ver, comprar, emitir y vender.' },
    legal: { title: 'Aviso legal', description: 'Quién está detrás de este sitio, condiciones, privacidad y cookies.' },
    producers: { title: 'Para organizadores', description: 'Crea tu canal, emite en directo y vende entradas: qué incluye y cuánto cuesta.' },
    search: { title: 'Búsqueda', description: 'Busca directos, vídeos, canales, artistas y ponentes.' },
    shop: { title: 'Tienda', description: 'Todo lo que puedes conseguir ahora: directos, vídeos, cursos y más.' },
    none: { title: 'Directos, vídeo y cursos', description: 'Directos, vídeo y cursos de artistas de 33 países.' },
    missing: { title: 'Aquí no hay nada', description: 'En esta dirección no hay nada que ver.' },
  },
  en: {
    home: { title: 'Live shows, video and courses', description: 'Live shows, video on demand, podcasts and courses by artists and organizers: tickets and access in one place.' },
    schedule: { title: 'Schedule', description: 'The next live shows and meetings, day by day and in your time, with a file for your calendar.' },
    help: { title: 'Help', description: 'Guides for watching, buying, broadcasting and selling.' },
    legal: { title: 'Legal notice', description: 'Who is behind this site, terms, privacy and cookies.' },
    producers: { title: 'For organizers', description: 'Open your channel, go live and sell tickets: what you get and what it costs.' },
    search: { title: 'Search', description: 'Search live shows, videos, channels and speakers.' },
    shop: { title: 'Shop', description: 'Everything you can get now: live shows, videos, courses and more.' },
    none: { title: 'Live shows, video and courses', description: 'Live shows, video and courses by artists from 33 countries.' },
    missing: { title: 'There is nothing here', description: 'There is nothing to see at this address.' },
  },
  pt: {
    home: { title: 'Diretos, vídeo e cursos', description: 'Diretos, vídeo a pedido, podcasts e cursos de artistas e organizadores: bilhetes e acesso num só sítio.' },
    schedule: { title: 'Programação', description: 'Os próximos diretos e encontros, dia a dia e na tua hora, com ficheiro para o teu calendário.' },
    help: { title: 'Ajuda', description: 'Guias para ver, comprar, emitir e vender.' },
    legal: { title: 'Aviso legal', description: 'Quem está por trás deste sítio, condições, privacidade e cookies.' },
    producers: { title: 'Para organizadores', description: 'Cria o teu canal, emite em direto e vende bilhetes: o que inclui e quanto custa.' },
    search: { title: 'Pesquisa', description: 'Procura diretos, vídeos, canais e intervenientes.' },
    shop: { title: 'Loja', description: 'Tudo o que podes obter agora: diretos, vídeos, cursos e mais.' },
    none: { title: 'Diretos, vídeo e cursos', description: 'Diretos, vídeo e cursos de artistas de 33 países.' },
    missing: { title: 'Aqui não há nada', description: 'Neste endereço não há nada para ver.' },
  },
} // prettier-ignore

/** A certificate; `signed`: what it says, once its signature was checked; null where it is not what was signed. */
export interface HeadCertificate {
  isRevoked: boolean
  signed: { name: string; title: string; organizer: string } | null
}

/** The page of a certificate: what its link says before it is opened. */
export const certificateWords: Record<Language, (certificate: HeadCertificate) => Page> = {
  es: ({ signed, isRevoked }) =>
    signed === null
      ? { title: 'Certificado', description: 'Este certificado no es válido.' }
      : {
          title: `${signed.name}, ${signed.title}`,
          description: isRevoked
            ? 'Este certificado está anulado.'
            : `Certificado verificado: ${signed.name} ha completado «${signed.title}», de ${signed.organizer}.`,
        },
  en: ({ signed, isRevoked }) =>
    signed === null
      ? { title: 'Certificate', description: 'This certificate is not valid.' }
      : {
          title: `${signed.name}, ${signed.title}`,
          description: isRevoked
            ? 'This certificate was revoked.'
            : `Verified certificate: ${signed.name} has completed “${signed.title}” by ${signed.organizer}.`,
        },
  pt: ({ signed, isRevoked }) =>
    signed === null
      ? { title: 'Certificado de conclusão', description: 'Este certificado não é válido.' }
      : {
          title: `${signed.name}, ${signed.title}`,
          description: isRevoked
            ? 'Este certificado foi anulado.'
            : `Certificado verificado: ${signed.name} concluiu «${signed.title}», de ${signed.organizer}.`,
        },
}

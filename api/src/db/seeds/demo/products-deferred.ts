import type { DemoProduct } from './content.ts'

/** Recordings that play at their hour, for everybody at once. */
export const deferredProducts: readonly DemoProduct[] = [
  {
    slug: 'ciudad-electrica',
    channel: 'festival-nebulario',
    category: 'musica',
    type: 'live',
    isInStep: true,
    netMinor: 1_322,
    offerPercent: 20,
    kicker: 'Amparo Neón',
    art: { motif: 'skyline', palette: 'rose', face: 'wide', shot: 'keys' },
    tags: ['synthpop', 'retro'],
    speakers: ['amparo-neon'],
    dates: [{ day: 12, at: '23:00', minutes: 120 }],
    text: {
      es: {
        title: 'Ciudad eléctrica',
        short: 'El concierto de la azotea, una sola vez, a la hora en que se encienden las ventanas.',
        description:
          'Grabado en una azotea un martes cualquiera y emitido una única noche, a la misma hora para todo el mundo. Dos horas de sintetizadores con la ciudad de fondo y el tráfico afinado en la.\n\nNo habrá repetición: es un directo aplazado, no un archivo.',
      },
      en: {
        title: 'Electric City',
        short: 'The rooftop concert, once only, at the hour when the windows light up.',
        description:
          'Recorded on a rooftop on an ordinary Tuesday and aired on a single night, at the same hour for everybody. Two hours of synthesizers with the city behind them and the traffic tuned to A.\n\nThere will be no repeat: it is a deferred live show, not an archive.',
      },
      pt: {
        title: 'Cidade elétrica',
        short: 'O concerto do terraço, uma única vez, à hora em que as janelas se acendem.',
        description:
          'Gravado num terraço numa terça-feira qualquer e emitido numa única noite, à mesma hora para toda a gente. Duas horas de sintetizadores com a cidade ao fundo e o trânsito afinado em lá.\n\nNão haverá repetição: é um direto diferido, não um arquivo.',
      },
    },
  },
  {
    slug: 'sesion-de-las-mareas',
    channel: 'festival-nebulario',
    category: 'cine',
    type: 'live',
    film: 'tide',
    kicker: 'Sesión continua',
    art: { motif: 'landscape', palette: 'midnight', face: 'serif', seed: 'm' },
    tags: ['retro'],
    speakers: ['amparo-neon'],
    repeats: { everyMinutes: 20, minutes: 5, times: 6 },
    text: {
      es: {
        title: 'Sesión de las mareas',
        short: 'Una playa y tres acordes cada veinte minutos, para todos a la vez.',
        description:
          'Como en los cines de antes: la película empieza a su hora y quien llega tarde entra por donde va. Se puede parar y volver atrás, no adelantarse, y al lado se comenta con quien la está viendo.\n\nCuando termina queda como vídeo, hasta la sesión siguiente.',
      },
      en: {
        title: 'Tidal Matinee',
        short: 'A beach and three chords every twenty minutes, for everybody at once.',
        description:
          'As in the cinemas of old: the film starts at its time, and whoever comes late joins where it is. It can be paused and gone back in, not skipped ahead, and beside it people talk with those who are watching.\n\nWhen it ends it stays as a video until the next showing.',
      },
      pt: {
        title: 'Sessão das marés',
        short: 'Uma praia e três acordes de vinte em vinte minutos, para todos ao mesmo tempo.',
        description:
          'Como nos cinemas de antigamente: o filme começa à hora e quem chega tarde entra onde ele vai. Pode parar-se e voltar atrás, não adiantar-se, e ao lado comenta-se com quem o está a ver.\n\nQuando acaba fica como vídeo, até à sessão seguinte.',
      },
    },
  },
]

import type { DemoProduct } from './content.ts'

export const onDemandProducts: readonly DemoProduct[] = [
  {
    slug: 'marea-de-luz',
    channel: 'minuto-largo',
    category: 'cine',
    speakers: ['irene-valcarcel-soto'],
    type: 'vod',
    film: 'tide',
    kicker: 'Minuto Largo',
    year: 2026,
    country: 'ES',
    director: 'Marta Iriondo',
    art: { motif: 'landscape', palette: 'midnight', face: 'serif' },
    tags: ['timelapse', 'ambient'],
    text: {
      es: {
        title: 'Marea de luz',
        short: 'Setenta y cinco segundos de costa, desde el último rayo hasta la primera estrella.',
        description:
          'Una cámara quieta frente al mar y una partitura de tres acordes que sube y baja con el agua. Marta Iriondo rodó la misma playa durante un año; esta película es una sola tarde.\n\nMúsica original para sintetizador y marea.',
      },
      en: {
        title: 'Tide of Light',
        short: 'Seventy-five seconds of coast, from the last ray to the first star.',
        description:
          'A still camera before the sea and a score of three chords that rises and falls with the water. Marta Iriondo filmed the same beach for a year; this film is a single afternoon.\n\nOriginal music for synthesizer and tide.',
      },
      pt: {
        title: 'Maré de luz',
        short: 'Setenta e cinco segundos de costa, do último raio à primeira estrela.',
        description:
          'Uma câmara quieta diante do mar e uma partitura de três acordes que sobe e desce com a água. Marta Iriondo filmou a mesma praia durante um ano; este filme é uma só tarde.\n\nMúsica original para sintetizador e maré.',
      },
    },
  },
  {
    slug: 'los-relojes-de-agua',
    channel: 'minuto-largo',
    category: 'cine',
    speakers: ['nora-beltrani'],
    type: 'vod',
    film: 'water',
    kicker: 'Minuto Largo',
    year: 2026,
    country: 'PT',
    director: 'Inês Tavira',
    art: { motif: 'contours', palette: 'lagoon', face: 'grotesk' },
    tags: ['slow cinema'],
    text: {
      es: {
        title: 'Los relojes de agua',
        short: 'Retrato de la última familia que mide el riego con una vasija agujereada.',
        description:
          'En un valle donde el agua se reparte por turnos, el tiempo cabe en un cuenco de cobre. Inês Tavira mira el cuenco y a quien lo mira.\n\nUna película de cuarenta segundos sobre esperar bien.',
      },
      en: {
        title: 'The Water Clocks',
        short: 'Portrait of the last family that measures irrigation with a pierced bowl.',
        description:
          'In a valley where water is shared in turns, time fits in a copper bowl. Inês Tavira watches the bowl, and those who watch it.\n\nA film of forty seconds about waiting well.',
      },
      pt: {
        title: 'Os relógios de água',
        short: 'Retrato da última família que mede a rega com uma tigela furada.',
        description:
          'Num vale onde a água se reparte por turnos, o tempo cabe numa tigela de cobre. Inês Tavira olha a tigela e quem a olha.\n\nUm filme de quarenta segundos sobre esperar bem.',
      },
    },
  },
  {
    slug: 'ultimo-tren-a-valdeniebla',
    channel: 'minuto-largo',
    category: 'cine',
    speakers: ['hugo-serradell'],
    type: 'vod',
    film: 'train',
    netMinor: 247,
    kicker: 'Minuto Largo',
    year: 2025,
    country: 'ES',
    director: 'Marta Iriondo',
    art: { motif: 'skyline', palette: 'graphite', face: 'wide', lettering: 'Último tren' },
    tags: ['noir', 'thriller'],
    text: {
      es: {
        title: 'Último tren a Valdeniebla',
        short: 'Una estación, un anuncio que se repite y alguien que decide no subir.',
        description:
          'Ficción mínima en un solo plano. El tren sale a su hora; la película, un poco después.\n\nPremio del público en la muestra de cine breve de la escuela.',
      },
      en: {
        title: 'Last Train to Valdeniebla',
        short: 'A station, an announcement on repeat and somebody who decides not to board.',
        description:
          "Minimal fiction in a single shot. The train leaves on time; the film, a little later.\n\nAudience award at the school's festival of short films.",
      },
      pt: {
        title: 'Último comboio para Valdeniebla',
        short: 'Uma estação, um anúncio que se repete e alguém que decide não subir.',
        description:
          'Ficção mínima num só plano. O comboio parte à hora; o filme, um pouco depois.\n\nPrémio do público na mostra de curtas da escola.',
      },
    },
  },
  {
    slug: 'manos-de-barro',
    channel: 'minuto-largo',
    category: 'cine',
    speakers: ['nora-beltrani'],
    type: 'vod',
    film: 'water',
    kicker: 'Oficios',
    year: 2025,
    country: 'ES',
    director: 'Inês Tavira',
    art: { motif: 'bauhaus', palette: 'bone', face: 'grotesk' },
    tags: ['raku', 'slow cinema'],
    text: {
      es: {
        title: 'Manos de barro',
        short: 'Cómo se hace un cántaro cuando ya nadie los necesita.',
        description:
          'Remedios lleva sesenta años en el mismo torno. No explica nada: gira, moja y levanta. La segunda entrega de la serie Oficios.',
      },
      en: {
        title: 'Hands of Clay',
        short: 'How a jug is made when nobody needs one any more.',
        description:
          'Remedios has spent sixty years at the same wheel. She explains nothing: she turns, wets and lifts. The second part of the Trades series.',
      },
      pt: {
        title: 'Mãos de barro',
        short: 'Como se faz um cântaro quando já ninguém precisa dele.',
        description:
          'Remedios está há sessenta anos na mesma roda. Não explica nada: gira, molha e levanta. A segunda parte da série Ofícios.',
      },
    },
  },
  {
    slug: 'panaderas-de-madrugada',
    channel: 'fogon-de-jara',
    category: 'cocina',
    speakers: ['jara-montiel'],
    type: 'vod',
    film: 'train',
    kicker: 'Fogón de Jara',
    year: 2026,
    country: 'ES',
    art: { motif: 'plates', palette: 'saffron', face: 'serif', seed: 'z' },
    tags: ['slow cinema', 'brioche'],
    text: {
      es: {
        title: 'Panaderas de madrugada',
        short: 'Las cuatro de la mañana huelen así.',
        description: 'Un obrador antes de que abra la calle: harina en el aire, una radio baja y ochenta barras que salen a la vez.',
      },
      en: {
        title: 'Bakers Before Dawn',
        short: 'This is what four in the morning smells like.',
        description: 'A bakery before the street opens: flour in the air, a low radio and eighty loaves that come out at once.',
      },
      pt: {
        title: 'Padeiras da madrugada',
        short: 'As quatro da manhã cheiram assim.',
        description: 'Uma padaria antes de a rua abrir: farinha no ar, um rádio baixo e oitenta pães que saem ao mesmo tempo.',
      },
    },
  },
  {
    slug: 'el-partido-invisible',
    channel: 'tiza-y-tactica',
    category: 'charlas',
    type: 'podcast',
    film: 'tide',
    kicker: 'Podcast',
    art: { motif: 'wave', palette: 'citron', face: 'grotesk' },
    tags: ['podcast', '4-3-3'],
    speakers: ['elena-pradal'],
    text: {
      es: {
        title: 'El partido invisible',
        short: 'Lo que pasa lejos del balón, en píldoras de un minuto.',
        description:
          'Cada episodio mira a una jugadora que no toca la pelota y cuenta por qué ha decidido el partido. Para escuchar en el descanso.',
      },
      en: {
        title: 'The Invisible Match',
        short: 'What happens away from the ball, in pills of one minute.',
        description: 'Each episode watches a player who does not touch the ball and tells why she decided the match. Made for half-time.',
      },
      pt: {
        title: 'O jogo invisível',
        short: 'O que acontece longe da bola, em pílulas de um minuto.',
        description: 'Cada episódio olha para uma jogadora que não toca na bola e conta porque decidiu o jogo. Para ouvir ao intervalo.',
      },
    },
  },
  {
    slug: 'cuentos-para-dormir-al-gato',
    channel: 'sala-cardumen',
    category: 'charlas',
    type: 'podcast',
    sound: 'cat',
    kicker: 'Podcast',
    art: { motif: 'halftone', palette: 'violet', face: 'wide', lettering: 'Cuentos para dormir al gato', seed: 'gato' },
    tags: ['podcast', 'relax'],
    speakers: ['vera-lindar'],
    text: {
      es: {
        title: 'Cuentos para dormir al gato',
        short: 'Historias mínimas con banda sonora, leídas en voz muy baja.',
        description:
          'Vera Lindar lee un cuento de un minuto y Tomás Arrueta improvisa debajo. El gato de la sala, que es real, se duerme siempre.',
      },
      en: {
        title: 'Stories to Put the Cat to Sleep',
        short: 'Tiny stories with a soundtrack, read in a very low voice.',
        description:
          "Vera Lindar reads a story of one minute and Tomás Arrueta improvises beneath. The room's cat, which is real, always falls asleep.",
      },
      pt: {
        title: 'Contos para adormecer o gato',
        short: 'Histórias mínimas com banda sonora, lidas em voz muito baixa.',
        description:
          'Vera Lindar lê um conto de um minuto e Tomás Arrueta improvisa por baixo. O gato da sala, que é verdadeiro, adormece sempre.',
      },
    },
  },
  {
    slug: 'tu-primer-directo-en-una-tarde',
    channel: 'escuela-trazo-vivo',
    category: 'formacion',
    type: 'post',
    kicker: 'Guía',
    art: { motif: 'beams', palette: 'sky', face: 'grotesk', lettering: 'Tu primer directo' },
    tags: ['streaming'],
    speakers: ['irene-valcarcel-soto'],
    text: {
      es: {
        title: 'Tu primer directo en una tarde',
        short: 'Luz, micrófono y una lista de diez minutos: lo que de verdad hace falta.',
        description:
          'Empieza por el sonido: un micrófono barato cerca suena mejor que uno caro lejos. Después, una ventana a un lado y nunca detrás.\n\nHaz una prueba de cinco minutos el día antes, con la misma hora y la misma red. Escribe en un papel lo primero y lo último que vas a decir.\n\nY cuando estés en directo, mira la cámara, no tu cara.',
      },
      en: {
        title: 'Your First Live Show in One Afternoon',
        short: 'Light, microphone and a list of ten minutes: what you really need.',
        description:
          'Begin with sound: a cheap microphone nearby beats an expensive one far away. Then a window to one side, never behind you.\n\nTest for five minutes the day before, at the same hour on the same network. Write the first and the last thing you will say on paper.\n\nAnd once you are on air, look at the camera, not at your face.',
      },
      pt: {
        title: 'O teu primeiro direto numa tarde',
        short: 'Luz, microfone e uma lista de dez minutos: o que faz mesmo falta.',
        description:
          'Começa pelo som: um microfone barato perto soa melhor do que um caro longe. Depois, uma janela ao lado e nunca atrás.\n\nFaz um teste de cinco minutos na véspera, à mesma hora e na mesma rede. Escreve num papel a primeira e a última coisa que vais dizer.\n\nE quando estiveres no ar, olha para a câmara, não para a tua cara.',
      },
    },
  },
  {
    slug: 'cuaderno-de-gira',
    channel: 'sala-cardumen',
    category: 'musica',
    type: 'post',
    netMinor: 412,
    kicker: 'Diario',
    art: { motif: 'ribbons', palette: 'plum', face: 'serif' },
    tags: ['folk', 'blog'],
    speakers: ['vera-lindar'],
    text: {
      es: {
        title: 'Cuaderno de gira',
        short: 'Doce ciudades, una furgoneta y el acorde que no salía: el diario de Vera Lindar.',
        description:
          'Vera Lindar apuntó cada noche tres cosas: qué sonó mal, qué comió el público y qué canción pedía otra letra. Este es el cuaderno entero, pasado a limpio.',
      },
      en: {
        title: 'Tour Notebook',
        short: 'Twelve towns, one van and the chord that would not come: the diary of Vera Lindar.',
        description:
          'Every night Vera Lindar wrote down three things: what sounded wrong, what the audience ate, and which song asked for other words. This is the whole notebook, fair copy.',
      },
      pt: {
        title: 'Caderno de digressão',
        short: 'Doze cidades, uma carrinha e o acorde que não saía: o diário de Vera Lindar.',
        description:
          'Todas as noites Vera Lindar apontou três coisas: o que soou mal, o que o público comeu e que canção pedia outra letra. Este é o caderno inteiro, passado a limpo.',
      },
    },
  },
  {
    slug: 'lamina-nebulario',
    channel: 'festival-nebulario',
    category: 'musica',
    speakers: ['amparo-neon'],
    type: 'physical',
    netMinor: 1_488,
    stock: 120,
    kicker: 'Edición de 120',
    art: { motif: 'orbs', palette: 'saffron', face: 'wide', seed: '2', lettering: 'Lámina Nebulario' },
    tags: ['poster', 'art print'],
    text: {
      es: {
        title: 'Lámina Nebulario 50 × 70',
        short: 'Serigrafía a cuatro tintas, numerada y firmada por el estudio.',
        description:
          'El cartel de este año sin fecha ni letra pequeña, en papel de algodón de 300 gramos. Se envía enrollada, en tubo de cartón.',
      },
      en: {
        title: 'Nebulario Print 50 × 70',
        short: 'Screen print in four inks, numbered and signed by the studio.',
        description: "This year's poster without date or small print, on cotton paper of 300 grams. Sent rolled, in a cardboard tube.",
      },
      pt: {
        title: 'Gravura Nebulario 50 × 70',
        short: 'Serigrafia a quatro tintas, numerada e assinada pelo estúdio.',
        description:
          'O cartaz deste ano sem data nem letras pequenas, em papel de algodão de 300 gramas. Enviada enrolada, em tubo de cartão.',
      },
    },
  },
]

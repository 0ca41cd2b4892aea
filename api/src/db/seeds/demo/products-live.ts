import type { DemoProduct } from './content.ts'

/** The product that the demo's own broadcaster keeps on air; its session is made to cover the present moment. */
export const liveProductSlug = 'anatomia-de-una-cancion'

export const liveProducts: readonly DemoProduct[] = [
  {
    slug: liveProductSlug,
    channel: 'sala-cardumen',
    category: 'musica',
    type: 'broadcast',
    kicker: 'Vera Lindar',
    art: { motif: 'stage', palette: 'ember', face: 'condensed', lettering: 'Anatomía de una canción', shot: 'wide' },
    tags: ['folk', 'indie'],
    speakers: ['vera-lindar', 'tomas-arrueta', 'irene-valcarcel-soto'],
    text: {
      es: {
        title: 'Anatomía de una canción',
        short: 'Un concierto que se explica mientras suena: escenario y pizarra a la vez, y tú eliges qué mirar.',
        description:
          'Vera Lindar toca sus canciones y las desmonta en el acto: de dónde sale el estribillo, por qué el bajo llega tarde y qué pasa si quitamos la batería.\n\nHay dos cámaras que puedes cambiar cuando quieras: el escenario y la pizarra con acordes, capas y espectro. Irene Valcárcel mezcla en directo y contesta a lo que se pregunta en la sala.\n\nSi llegas tarde, retrocede: todo lo emitido sigue ahí.',
      },
      en: {
        title: 'Anatomy of a Song',
        short: 'A concert that explains itself as it plays: stage and whiteboard at once, and you choose what to watch.',
        description:
          'Vera Lindar plays her songs and takes them apart on the spot: where the chorus comes from, why the bass arrives late, and what happens without the drums.\n\nTwo cameras are yours to switch at any moment: the stage, and the board with chords, layers and spectrum. Irene Valcárcel mixes live and answers what the room asks.\n\nArriving late? Seek back: everything that has been aired is still there.',
      },
      pt: {
        title: 'Anatomia de uma canção',
        short: 'Um concerto que se explica enquanto toca: palco e quadro ao mesmo tempo, e tu escolhes o que ver.',
        description:
          'Vera Lindar toca as suas canções e desmonta-as na hora: de onde vem o refrão, porque é que o baixo chega tarde e o que acontece sem a bateria.\n\nHá duas câmaras que podes trocar quando quiseres: o palco e o quadro com acordes, camadas e espectro. Irene Valcárcel mistura em direto e responde ao que se pergunta na sala.\n\nChegaste tarde? Volta atrás: tudo o que foi emitido continua lá.',
      },
    },
  },
  {
    slug: 'cuerdas-de-invierno',
    channel: 'teatro-alfeizar',
    category: 'musica',
    speakers: ['bruno-caldas'],
    type: 'broadcast',
    netMinor: 818,
    taxBasisPoints: 1_000,
    kicker: 'Cuarteto Almendra',
    art: { motif: 'strings', palette: 'midnight', face: 'italic' },
    tags: ['adagio', 'andante'],
    dates: [{ day: 1, at: '20:00', minutes: 95 }],
    text: {
      es: {
        title: 'Cuerdas de invierno',
        short: 'Dos cuartetos para una noche fría, con el público a un metro de los arcos.',
        description:
          'El Cuarteto Almendra abre la temporada con un programa de despedidas: un cuarteto tardío, tres miniaturas recién escritas y una nana que nadie ha tocado en público.\n\nSe toca sin tarima y con poca luz. En casa se oye igual de cerca: cuatro micrófonos, uno por atril, y una cámara fija que no se mueve para no distraer.\n\nCon una pausa breve a mitad de programa.',
      },
      en: {
        title: 'Winter Strings',
        short: 'Two quartets for a cold night, with the audience one metre from the bows.',
        description:
          'The Almendra Quartet opens the season with a programme of farewells: a late quartet, three brand-new miniatures and a lullaby that nobody has ever played in public.\n\nThey play without a platform and with little light. At home it sounds just as close: four microphones, one per stand, and a still camera that stays out of the way.\n\nWith a short break halfway.',
      },
      pt: {
        title: 'Cordas de inverno',
        short: 'Dois quartetos para uma noite fria, com o público a um metro dos arcos.',
        description:
          'O Quarteto Almendra abre a temporada com um programa de despedidas: um quarteto tardio, três miniaturas acabadas de escrever e uma canção de embalar que ninguém tocou em público.\n\nToca-se sem estrado e com pouca luz. Em casa ouve-se igualmente perto: quatro microfones, um por estante, e uma câmara fixa que não distrai.\n\nCom um breve intervalo a meio.',
      },
    },
  },
  {
    slug: 'mesa-para-nueve',
    channel: 'fogon-de-jara',
    category: 'cocina',
    type: 'broadcast',
    kicker: 'Jara Montiel',
    art: { motif: 'plates', palette: 'sky', face: 'serif' },
    tags: ['gourmet', 'slow food'],
    speakers: ['jara-montiel'],
    dates: [
      { day: 1, at: '18:30', minutes: 90 },
      { day: 8, at: '18:30', minutes: 90 },
    ],
    text: {
      es: {
        title: 'Mesa para nueve',
        short: 'Una cena entera en hora y media, cocinada contigo: lista de la compra, fuego y sobremesa.',
        description:
          'Jara cocina para nueve personas y para quien se apunte desde casa. La lista de la compra se publica dos días antes; con lo que tengas también vale.\n\nCámara cenital sobre la tabla, otra en el fuego y una tercera para ver las caras cuando algo se quema. Se puede preguntar en cualquier momento.\n\nEsta semana: crema de calabaza asada, arroz con setas y peras al vino.',
      },
      en: {
        title: 'Table for Nine',
        short: 'A whole dinner in an hour and a half, cooked with you: shopping list, fire and table talk.',
        description:
          'Jara cooks for nine people and for whoever joins from home. The shopping list comes out two days before; whatever you have will do as well.\n\nOne camera above the board, one on the stove and a third for the faces when something burns. Ask at any moment.\n\nThis week: roast pumpkin soup, rice with mushrooms and pears in wine.',
      },
      pt: {
        title: 'Mesa para nove',
        short: 'Um jantar inteiro em hora e meia, cozinhado contigo: lista de compras, lume e conversa.',
        description:
          'Jara cozinha para nove pessoas e para quem se juntar de casa. A lista de compras sai dois dias antes; com o que tiveres também serve.\n\nUma câmara por cima da tábua, outra no lume e uma terceira para ver as caras quando algo se queima. Podes perguntar a qualquer momento.\n\nEsta semana: creme de abóbora assada, arroz de cogumelos e peras em vinho.',
      },
    },
  },
  {
    slug: 'nadie-contesta',
    channel: 'teatro-alfeizar',
    category: 'escena',
    type: 'broadcast',
    netMinor: 727,
    taxBasisPoints: 1_000,
    age: '13+',
    kicker: 'Quique Barraldo',
    art: { motif: 'beams', palette: 'citron', face: 'condensed' },
    tags: ['stand-up'],
    speakers: ['quique-barraldo'],
    dates: [
      { day: 2, at: '21:00', minutes: 70 },
      { day: 3, at: '21:00', minutes: 70 },
    ],
    text: {
      es: {
        title: 'Nadie contesta',
        short: 'Setenta minutos de comedia sobre llamadas perdidas, contestadores y madres con tarifa plana.',
        description:
          'Quique Barraldo lleva veinte años sin coger el teléfono y por fin explica por qué. Un monólogo con buzón de voz, tono de espera y una llamada real por función.\n\nLa función se emite tal cual, con las risas de la sala. Si llama tu madre, puedes pausar: la barra retrocede hasta el principio.',
      },
      en: {
        title: 'Nobody Answers',
        short: 'Seventy minutes of comedy about missed calls, answering machines and mothers on a flat rate.',
        description:
          'Quique Barraldo has not picked up the phone for twenty years and finally explains why. A monologue with voicemail, hold music and one real call per show.\n\nIt is aired as it is, with the laughter of the room. If your mother rings, pause: the bar goes back to the beginning. In Spanish.',
      },
      pt: {
        title: 'Ninguém atende',
        short: 'Setenta minutos de comédia sobre chamadas perdidas, atendedores e mães com tarifa plana.',
        description:
          'Quique Barraldo não atende o telefone há vinte anos e finalmente explica porquê. Um monólogo com correio de voz, música de espera e uma chamada verdadeira por sessão.\n\nÉ emitido tal como acontece, com os risos da sala. Se a tua mãe ligar, faz pausa: a barra volta ao princípio. Em espanhol.',
      },
    },
  },
  {
    slug: 'la-pizarra-en-directo',
    channel: 'tiza-y-tactica',
    category: 'charlas',
    type: 'broadcast',
    kicker: 'Tiza y Táctica',
    art: { motif: 'wave', palette: 'forest', face: 'wide', lettering: 'La pizarra' },
    tags: ['podcast', '4-3-3'],
    speakers: ['elena-pradal'],
    dates: [{ day: 2, at: '20:30', minutes: 60 }],
    text: {
      es: {
        title: 'La pizarra, en directo',
        short: 'El programa con público: una jugada, tres pizarras y ninguna tertulia.',
        description:
          'Elena Pradal elige una sola jugada de la jornada y la dibuja desde tres sitios distintos: el banquillo, la grada y el cuaderno del árbitro.\n\nUna hora justa, con preguntas de la sala. La pizarra se emite como segunda cámara, a pantalla completa, para poder leerla.',
      },
      en: {
        title: 'The Board, Live',
        short: 'The show with an audience: one move, three boards and no shouting.',
        description:
          "Elena Pradal picks a single move of the week and draws it from three places: the bench, the stands and the referee's notebook.\n\nExactly one hour, with questions from the room. The board is a second camera in full size, so that you can read it.",
      },
      pt: {
        title: 'O quadro, em direto',
        short: 'O programa com público: uma jogada, três quadros e nenhuma gritaria.',
        description:
          'Elena Pradal escolhe uma única jogada da jornada e desenha-a a partir de três lugares: o banco, a bancada e o caderno do árbitro.\n\nUma hora certa, com perguntas da sala. O quadro é emitido como segunda câmara, em ecrã inteiro, para se poder ler.',
      },
    },
  },
  {
    slug: 'duende-de-sal',
    channel: 'teatro-alfeizar',
    category: 'escena',
    type: 'broadcast',
    netMinor: 1_273,
    taxBasisPoints: 1_000,
    offerPercent: 15,
    kicker: 'Compañía Marea Parda',
    art: { motif: 'ribbons', palette: 'cobalt', face: 'serif' },
    tags: ['ballet'],
    speakers: ['bruno-caldas'],
    dates: [{ day: 3, at: '19:30', minutes: 75 }],
    text: {
      es: {
        title: 'Duende de sal',
        short: 'Estreno: seis cuerpos, una tonelada de sal y una marea que no se ve.',
        description:
          'Bruno Caldas vuelve con una pieza sobre lo que el mar deja al irse. Seis intérpretes bailan sobre un suelo de sal que cambia con cada paso y que al final queda escrito.\n\nEl directo sigue la función desde la cuarta fila y, cuando lo quieras, desde arriba: la sal dibuja lo que de frente no se ve.\n\nDespués, encuentro con la compañía.',
      },
      en: {
        title: 'Salt Spirit',
        short: 'Premiere: six bodies, a ton of salt and a tide that cannot be seen.',
        description:
          'Bruno Caldas returns with a piece about what the sea leaves behind. Six performers dance on a floor of salt that changes with every step and in the end has been written on.\n\nThe broadcast follows the show from the fourth row and, whenever you like, from above: the salt draws what the front cannot show.\n\nFollowed by a talk with the company.',
      },
      pt: {
        title: 'Duende de sal',
        short: 'Estreia: seis corpos, uma tonelada de sal e uma maré que não se vê.',
        description:
          'Bruno Caldas regressa com uma peça sobre o que o mar deixa ao partir. Seis intérpretes dançam sobre um chão de sal que muda a cada passo e que no fim fica escrito.\n\nO direto segue o espetáculo da quarta fila e, quando quiseres, de cima: o sal desenha o que de frente não se vê.\n\nNo fim, conversa com a companhia.',
      },
    },
  },
  {
    slug: 'vinilos-a-medianoche',
    channel: 'sala-cardumen',
    category: 'musica',
    type: 'broadcast',
    kicker: 'Trío Salvatela',
    art: { motif: 'vinyl', palette: 'lagoon', face: 'condensed', lettering: 'Vinilos a medianoche', shot: 'keys' },
    tags: ['jazz', 'swing'],
    speakers: ['tomas-arrueta'],
    dates: [
      { day: 4, at: '22:30', minutes: 90 },
      { day: 11, at: '22:30', minutes: 90 },
      { day: 18, at: '22:30', minutes: 90 },
    ],
    text: {
      es: {
        title: 'Vinilos a medianoche',
        short: 'Un disco entero, tocado por las dos caras, con la pausa de darle la vuelta.',
        description:
          'Cada jueves el Trío Salvatela elige un disco y lo toca de principio a fin, en su orden y con su silencio entre cara y cara. No se anuncia cuál hasta que suena el primer compás.\n\nLuz baja, barra abierta en la sala y chat tranquilo en casa. La entrada vale para todas las noches del ciclo.',
      },
      en: {
        title: 'Vinyl at Midnight',
        short: 'A whole record, both sides, with the pause of turning it over.',
        description:
          'Every Thursday the Salvatela Trio picks a record and plays it from beginning to end, in its order and with its silence between the sides. Nobody knows which one until the first bar.\n\nLow light, open bar in the room and a quiet chat at home. One ticket covers every night of the series.',
      },
      pt: {
        title: 'Vinis à meia-noite',
        short: 'Um disco inteiro, dos dois lados, com a pausa de o virar.',
        description:
          'Todas as quintas o Trio Salvatela escolhe um disco e toca-o do princípio ao fim, na sua ordem e com o silêncio entre os lados. Ninguém sabe qual é até ao primeiro compasso.\n\nLuz baixa, bar aberto na sala e conversa tranquila em casa. O bilhete vale para todas as noites do ciclo.',
      },
    },
  },
  {
    slug: 'pulso-nebular',
    channel: 'festival-nebulario',
    category: 'musica',
    type: 'broadcast',
    netMinor: 1_240,
    kicker: 'Festival Nebulario',
    age: '13+',
    art: { motif: 'orbs', palette: 'violet', face: 'wide', shot: 'crowd' },
    tags: ['techno', 'ambient', 'festival'],
    speakers: ['amparo-neon'],
    dates: [{ day: 5, at: '23:00', minutes: 240 }],
    text: {
      es: {
        title: 'Pulso nebular',
        short: 'Cuatro horas de electrónica desde una nave vacía, con luz que responde al sonido.',
        description:
          'La primera noche del Nebulario: cinco directos sin pausa entre ellos, enlazados por la misma trama de luz. Amparo Neón cierra con material que todavía no tiene nombre.\n\nCinco cámaras, entre ellas la de la cabina de luces. Recomendamos auriculares y vecinos comprensivos.',
      },
      en: {
        title: 'Nebular Pulse',
        short: 'Four hours of electronic music from an empty warehouse, with light that answers the sound.',
        description:
          'The first night of Nebulario: five live sets without a break, tied together by one fabric of light. Amparo Neón closes with material that has no name yet.\n\nFive cameras, the lighting desk among them. We recommend headphones and understanding neighbours.',
      },
      pt: {
        title: 'Pulso nebular',
        short: 'Quatro horas de eletrónica numa nave vazia, com luz que responde ao som.',
        description:
          'A primeira noite do Nebulario: cinco atuações sem pausa, ligadas pela mesma trama de luz. Amparo Neón fecha com material que ainda não tem nome.\n\nCinco câmaras, entre elas a da mesa de luzes. Recomendamos auscultadores e vizinhos compreensivos.',
      },
    },
  },
  {
    slug: 'jornada-dibujar-el-tiempo',
    channel: 'escuela-trazo-vivo',
    category: 'charlas',
    type: 'broadcast',
    kicker: 'Jornada abierta',
    art: { motif: 'contours', palette: 'clay', face: 'grotesk', lettering: 'Dibujar el tiempo', shot: 'speaker' },
    tags: ['design', 'data'],
    speakers: ['nora-beltrani', 'hugo-serradell', 'irene-valcarcel-soto'],
    dates: [{ day: 6, at: '10:00', minutes: 240 }],
    text: {
      es: {
        title: 'Jornada abierta: dibujar el tiempo',
        short: 'Seis charlas cortas sobre cómo se ve lo que pasa: mapas, partituras, gráficos y relojes.',
        description:
          'Una mañana para mirar el tiempo desde el diseño, el periodismo y el sonido. Charlas de veinticinco minutos, con la pantalla del ponente como segunda cámara y turno de preguntas al final de cada una.\n\nLa grabación queda abierta durante un mes para quien tenga entrada.',
      },
      en: {
        title: 'Open Day: Drawing Time',
        short: 'Six short talks on how events are seen: maps, scores, charts and clocks.',
        description:
          "A morning to look at time from design, journalism and sound. Talks of twenty-five minutes, with the speaker's screen as a second camera and questions after each.\n\nThe recording stays open for a month for everybody with a ticket.",
      },
      pt: {
        title: 'Jornada aberta: desenhar o tempo',
        short: 'Seis conversas curtas sobre como se vê o que acontece: mapas, partituras, gráficos e relógios.',
        description:
          'Uma manhã para olhar o tempo a partir do design, do jornalismo e do som. Conversas de vinte e cinco minutos, com o ecrã de quem fala como segunda câmara e perguntas no fim de cada uma.\n\nA gravação fica aberta durante um mês para quem tiver bilhete.',
      },
    },
  },
  {
    slug: 'opera-de-bolsillo',
    channel: 'teatro-alfeizar',
    category: 'escena',
    speakers: ['bruno-caldas'],
    type: 'broadcast',
    netMinor: 1_636,
    taxBasisPoints: 1_000,
    kicker: 'Teatro Alféizar',
    art: { motif: 'curtain', palette: 'saffron', face: 'italic' },
    tags: ['bel canto', 'soprano'],
    dates: [{ day: 9, at: '20:00', minutes: 110 }],
    text: {
      es: {
        title: 'Ópera de bolsillo',
        short: 'Cuatro voces, un piano y una tragedia completa en menos de dos horas.',
        description:
          'Todo lo que cabe en una ópera, sin lo que sobra. Cuatro cantantes y un piano cuentan una historia de celos en un patio de vecinas, con subtítulos en español, inglés y portugués.\n\nLa cámara de foso, por primera vez, a tu disposición.',
      },
      en: {
        title: 'Pocket Opera',
        short: 'Four voices, one piano and a whole tragedy in under two hours.',
        description:
          'Everything that fits in an opera, without what is too much. Four singers and a piano tell a story of jealousy in a courtyard, with subtitles in Spanish, English and Portuguese.\n\nThe camera in the pit, for the first time, is yours.',
      },
      pt: {
        title: 'Ópera de bolso',
        short: 'Quatro vozes, um piano e uma tragédia completa em menos de duas horas.',
        description:
          'Tudo o que cabe numa ópera, sem o que sobra. Quatro cantores e um piano contam uma história de ciúmes num pátio de vizinhas, com legendas em espanhol, inglês e português.\n\nA câmara do fosso, pela primeira vez, ao teu dispor.',
      },
    },
  },
  {
    slug: 'noche-de-faroles',
    channel: 'sala-cardumen',
    category: 'musica',
    speakers: ['vera-lindar'],
    type: 'broadcast',
    netMinor: 661,
    kicker: 'Sala Cardumen',
    art: { motif: 'halftone', palette: 'plum', face: 'condensed', seed: 'q' },
    tags: ['pop', 'soul'],
    dates: [{ day: -6, at: '21:00', minutes: 120 }],
    text: {
      es: {
        title: 'Noche de faroles',
        short: 'El décimo aniversario de la sala: diez canciones, diez voces, ningún micrófono.',
        description:
          'Celebramos diez años apagando el equipo. Diez voces que empezaron aquí cantaron una canción cada una, a la luz de los faroles y sin amplificar.\n\nGracias a quienes estuvisteis, en la sala y en casa.',
      },
      en: {
        title: 'Night of Lanterns',
        short: 'The tenth anniversary of the room: ten songs, ten voices, no microphone.',
        description:
          'We celebrated ten years by switching the system off. Ten voices that began here sang one song each, by lantern light and without amplification.\n\nThank you to everybody who was there, in the room and at home.',
      },
      pt: {
        title: 'Noite de lanternas',
        short: 'O décimo aniversário da sala: dez canções, dez vozes, nenhum microfone.',
        description:
          'Celebrámos dez anos desligando o equipamento. Dez vozes que começaram aqui cantaram uma canção cada, à luz das lanternas e sem amplificação.\n\nObrigado a quem esteve connosco, na sala e em casa.',
      },
    },
  },
]

import type { Language } from '@e-events/shared/domain/language.ts'

/** Chapters of podcasts, by the slug of the product. */
export const demoChapters: Record<string, readonly { title: string; startSec: number }[]> = {
  'cuentos-para-dormir-al-gato': [
    { title: 'Se apagan las luces', startSec: 0 },
    { title: 'El farero que contaba barcos', startSec: 18 },
    { title: 'Una guitarra en la cocina', startSec: 52 },
    { title: 'La maleta sin dueño', startSec: 76 },
    { title: 'El gato se duerme', startSec: 110 },
  ],
}

/** Texts of posts, by the slug of the product; how they are written stands in reading.ts. */
export const demoPosts: Record<string, Record<Language, { excerpt: string; text: string }>> = {
  'tu-primer-directo-en-una-tarde': {
    es: {
      excerpt: 'No hace falta un estudio: hace falta una tarde, una ventana y la lista que está al final.',
      text: `
Un directo no se estropea por la cámara. Se estropea porque no se oye, porque la luz viene de detrás o porque nadie probó la red a la hora del programa. Las tres cosas se arreglan en una tarde.

## Primero, el sonido

Un micrófono barato **cerca** suena mejor que uno caro lejos. Ponlo a un palmo de la boca, fuera del encuadre, y cierra la puerta. Si la habitación retumba, cuelga una manta detrás de la cámara: ahí es donde rebota tu voz.

> La imagen mala se perdona; el sonido malo se apaga.

## Luego, la luz

Siéntate de cara a una ventana o con ella a un lado, nunca detrás. Si el directo es de noche, una lámpara con la pantalla blanca a la altura de los ojos hace el mismo trabajo. Apaga la del techo: solo dibuja ojeras.

## La prueba

Haz una emisión de prueba el día antes, _a la misma hora y con la misma red_. Cinco minutos bastan. Mírala después en el móvil, con los datos y no con el wifi, que es como te verá la mitad del público.

## La lista de diez minutos

1. Reinicia el ordenador y cierra todo lo que no uses.
2. Conecta el cable de red; el wifi se porta bien hasta que deja de hacerlo.
3. Habla en voz normal y mira que el medidor llegue al verde sin tocar el rojo.
4. Deja un vaso de agua y el guion fuera del plano.
5. Apunta en un papel la primera frase y la última.
6. Silencia el móvil, también el de quien te acompaña.

Cuando empiece, mira a la cámara y no a tu cara. Y si algo falla, cuéntalo: quien te ve desde casa solo quiere saber que sigues ahí.
`,
    },
    en: {
      excerpt: 'You need no studio: you need one afternoon, a window, and the list at the end.',
      text: `
A live show is not spoiled by its camera. It is spoiled because nobody hears it, because the light comes from behind, or because no one tried the network at the hour of the show. All three are mended in one afternoon.

## Sound first

A cheap microphone **nearby** sounds better than an expensive one far away. Put it a hand's width from your mouth, out of the frame, and close the door. If the room booms, hang a blanket behind the camera: that is where your voice comes back from.

> Bad pictures are forgiven; bad sound is switched off.

## Then light

Sit facing a window or with one at your side, never with one behind you. For a show at night, a lamp with a white shade at the height of your eyes does the same work. Switch off the one on the ceiling: all it draws is shadows under your eyes.

## The rehearsal

Go live as a test the day before, _at the same hour and on the same network_. Five minutes are enough. Watch it afterwards on a phone, on mobile data and not on the wifi, since that is how half of the audience will see you.

## The list of ten minutes

1. Restart the computer and close whatever you do not use.
2. Plug in the network cable; wifi behaves until it does not.
3. Speak as you will and see that the meter reaches green without touching red.
4. Leave a glass of water and your notes out of the picture.
5. Write the first sentence and the last one on paper.
6. Mute the phone, and that of whoever is with you.

Once it begins, look at the camera and not at your own face. And if something fails, say so: those at home only want to know that you are still there.
`,
    },
    pt: {
      excerpt: 'Não é preciso um estúdio: é precisa uma tarde, uma janela e a lista que está no fim.',
      text: `
Um direto não se estraga por causa da câmara. Estraga-se porque não se ouve, porque a luz vem de trás ou porque ninguém testou a rede à hora do programa. As três coisas resolvem-se numa tarde.

## Primeiro, o som

Um microfone barato **perto** soa melhor do que um caro longe. Põe-no a um palmo da boca, fora do enquadramento, e fecha a porta. Se a sala tem eco, pendura uma manta atrás da câmara: é daí que a tua voz volta.

> A má imagem perdoa-se; o mau som desliga-se.

## Depois, a luz

Senta-te de frente para uma janela ou com ela ao lado, nunca atrás. Se o direto for à noite, um candeeiro com abajur branco à altura dos olhos faz o mesmo trabalho. Apaga o do teto: só desenha olheiras.

## O ensaio

Faz uma emissão de teste na véspera, _à mesma hora e na mesma rede_. Cinco minutos chegam. Vê-a depois no telemóvel, com dados e não com o wifi, que é como metade do público te vai ver.

## A lista de dez minutos

1. Reinicia o computador e fecha tudo o que não usas.
2. Liga o cabo de rede; o wifi porta-se bem até deixar de se portar.
3. Fala em voz normal e vê se o medidor chega ao verde sem tocar no vermelho.
4. Deixa um copo de água e o guião fora do plano.
5. Escreve num papel a primeira frase e a última.
6. Põe o telemóvel em silêncio, e o de quem está contigo também.

Quando começar, olha para a câmara e não para a tua cara. E se alguma coisa falhar, diz: quem está em casa só quer saber que continuas aí.
`,
    },
  },
  'cuaderno-de-gira': {
    es: {
      excerpt: 'Doce noches apuntadas en la parte de atrás de las listas de canciones. Empieza en una gasolinera.',
      text: `
La gira empezó en una gasolinera a las cinco de la mañana, con Tomás contando monedas para el café y yo convencida de que había olvidado el cable bueno. Lo había olvidado. Tocamos la primera noche con uno prestado que crujía en los silencios, y desde entonces crujen en mi cabeza todos los silencios.

## Tercera noche

Una sala con forma de pasillo. El público se sentaba en dos filas larguísimas, como en un tren, y las canciones rápidas llegaban al fondo con retraso: se veía la ola de cabezas. Aprendí a dejar huecos. **Una canción también son los sitios donde no estás tú.**

> «Toca la del faro», gritó alguien. No tengo ninguna del faro. Al día siguiente, sí.

## Séptima noche

Llovió tanto que el técnico puso cubos entre los focos. Sonaban afinados en re, más o menos, y Tomás cambió el tono de tres canciones sin avisarme para que encajaran con las goteras. Es lo más generoso que ha hecho nadie por mí en un escenario.

- Lo que sonó mal: el bombo, toda la noche.
- Lo que comió el público: castañas, y se oían.
- La canción que pedía otra letra: la segunda.

## Duodécima noche

Volvimos a la sala con el cable bueno en el bolsillo. La del faro cerró el concierto. No crujió nada y lo eché de menos.

---

El cuaderno termina ahí, con una lista de la compra y una estrofa. He dejado las dos.
`,
    },
    en: {
      excerpt: 'Twelve nights noted on the back of set lists. It begins at a petrol station.',
      text: `
The tour began at a petrol station at five in the morning, with Tomás counting coins for coffee and me convinced that I had forgotten the good cable. I had. We played the first night with a borrowed one that crackled in the silences, and every silence has crackled in my head ever since.

## Third night

A room in the shape of a corridor. The audience sat in two endless rows, as on a train, and the fast songs reached the far end late: you could see the wave of heads. I learned to leave gaps. **A song is also the places where you are not.**

> "Play the one about the lighthouse," somebody shouted. I have none about a lighthouse. The next day I did.

## Seventh night

It rained so much that the engineer put buckets between the lamps. They were tuned to D, more or less, and Tomás changed the key of three songs without telling me so that they would fit the leaks. It is the most generous thing that anybody has done for me on a stage.

- What sounded wrong: the bass drum, all night.
- What the audience ate: chestnuts, and one could hear them.
- The song that asked for other words: the second.

## Twelfth night

We came back to our own room with the good cable in my pocket. The one about the lighthouse closed the show. Nothing crackled, and I missed it.

---

The notebook ends there, with a shopping list and a verse. I have left both in.
`,
    },
    pt: {
      excerpt: 'Doze noites apontadas no verso das listas de canções. Começa numa bomba de gasolina.',
      text: `
A digressão começou numa bomba de gasolina às cinco da manhã, com o Tomás a contar moedas para o café e eu convencida de que me tinha esquecido do cabo bom. Tinha. Tocámos a primeira noite com um emprestado que estalava nos silêncios, e desde então estalam-me na cabeça todos os silêncios.

## Terceira noite

Uma sala em forma de corredor. O público sentava-se em duas filas compridíssimas, como num comboio, e as canções rápidas chegavam ao fundo com atraso: via-se a onda de cabeças. Aprendi a deixar espaços. **Uma canção são também os sítios onde tu não estás.**

> «Toca a do farol», gritou alguém. Não tenho nenhuma do farol. No dia seguinte, já tinha.

## Sétima noite

Choveu tanto que o técnico pôs baldes entre os projetores. Estavam afinados em ré, mais ou menos, e o Tomás mudou o tom de três canções sem me avisar para que batessem certo com as goteiras. É a coisa mais generosa que alguém fez por mim num palco.

- O que soou mal: o bombo, a noite toda.
- O que o público comeu: castanhas, e ouviam-se.
- A canção que pedia outra letra: a segunda.

## Décima segunda noite

Voltámos à nossa sala com o cabo bom no bolso. A do farol fechou o concerto. Nada estalou, e tive saudades.

---

O caderno acaba aí, com uma lista de compras e uma estrofe. Deixei as duas.
`,
    },
  },
}

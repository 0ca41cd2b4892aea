import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoProducts } from '../../api/src/db/seeds/demo/catalogue.ts'
import { demoPosts } from '../../api/src/db/seeds/demo/reading-texts.ts'
import { demoEntity, demoHome, demoPage } from '../../api/src/db/seeds/demo/places.ts'
import { demoChannels, demoSpeakers } from '../../api/src/db/seeds/demo/content.ts'

const root = path.resolve(import.meta.dirname, '../..')
const languages = ['es', 'en', 'pt'] as const
type Language = (typeof languages)[number]

/**
 * An order at the beginning of a sentence, a cell, a point or a bold word: not the subjunctive after 'que' or 'para
 * que'.
 */
function formal(verbs: string): RegExp {
  const any = verbs.trim().split(/\s+/).join('|')
  return new RegExp(String.raw`(?:^|[.:;!?|>«•] ?|^\d+\. |^- |\*\*|, e |\be )(?:${any})(?:-(?:[oa]s?|se|lhes?|me))?(?=[ *,.!?:]|$)`, 'i')
}

/** Words and forms that a native reader stumbled over, and that do not come back. */
const refused: Record<Language, RegExp[]> = {
  es: [
    // Two meanings: to leave and to go on air, to enter and the ticket.
    /Saliendo…/,
    /Antes de salir/,
    /Salir en \d/,
    /(Ir|Volver) a la entrada/,
    /entra en tu entrada/,
    // Too short to be read, and promises that nobody keeps.
    /\bVací[oa]s?: /,
    /el público van? por nuestra cuenta/,
    /Como al principio/,
    /"Son \{/,
    // Words of the trade.
    /\b(en|de) antena\b/,
    /\b([Aa]brir|[Pp]reparar) la mesa\b|\btu mesa\b/,
    // Singers are none.
    /\b[Cc]anales y ponentes\b/,
    // One form of address: tú.
    /\b[Uu]sted(es)?\b/,
    formal(`abra acepte compruebe descargue elija escriba espere guarde haga indique introduzca pulse seleccione vaya vuelva`),
    /\b[Vv]osotros\b|\b[Vv]uestr[oa]s?\b/,
  ],
  en: [
    // Translated word by word.
    /As at the start/,
    /[Bb]ill is blank/,
    /present password/,
    /match the field before/,
    /characters that are not accepted/,
    /This is there already/,
    /holds on this device/,
    /kept in your tickets/,
    /Ticket obtained|no longer be obtained/,
    /What the public pays/,
    /Enter the live show/,
    /fits into every home/,
    /By going on/,
    /In revision/,
    /\bDatasheets?\b/,
    /\b[Mm]asters?\b(?!')/,
    /Make a test broadcast/,
    /\bEmpty: /,
    /audience (is|are) on us/,
    // One spelling: British, with -ize.
    /\b(organis|recognis|personalis|synchronis|customis|authoris|summaris|finalis)/i,
    /\b(colors?|favorites?|theaters?|centers?|canceled|labeled|catalogs?)\b/i,
  ],
  pt: [
    // One form of address: tu. Orders as they are given to a 'você', but where somebody else is meant to act ('para que
    // escreva').
    /\bvocês?\b/i,
    formal(
      `abra acrescente adicione aguarde aproxime arraste ative baixe carregue confira confirme copie crie descarregue descubra desligue dê
       diga edite ensaie envie escolha escreva espere experimente faça feche guarde indique introduza leia levante ligue mexa mude obtenha peça
       pague permita ponha preencha procure publique recarregue repita responda reveja rode saiba selecione siga subscreva tente toque traga
       use veja verifique volte`,
    ),
    // Possessives of the third person: allowed for somebody who was named (a channel, the organizer), never for the
    // reader.
    /\b(consigo|para si|sobre si|por si)\b(?! mesm| própri)/i,
    /\b(dizemos|enviamos|pedimos|avisamos|mandamos|devolvemos|mostramos|pagamos|contar|dar|aparece|dá|ser)-lhe\b(?! (o que|um título|nomes))/i,
    /\b(lhe|o) (pagamos|enviamos|enviámos|avisamos|é cobrado|deixa continuar)\b/i,
    /\b([a-z]+)-lhe (uma|com|de|se)\b/i,
    /(?<!deixaram |contas? e )\b(o seu|a sua|os seus|as suas) (bilhetes?|dados|público|sessão|palco|plataforma|sinal|canal|plano|diretos|redes?|escolha|mãe|conta|cara|e-mail|país|palavra-passe|compras|faturas|direitos|obrigações|dispositivos|ritmo|progresso|notas|ligação|compradores|autorização|domicílio|fuso)\b(?! de (cada|quem))/i,
    /\bse (quiser|tiver|puder|escolher|partilhar|cancelar|perder|acrescentar|vir|souber|ficar satisfeito)\b(?!em)/i,
    /(?<!Posso deixar de as receber )\b[Qq]uando quiser\b/,
    /\b(Pode|Precisa de|Recebe|Encontra-[oa]|Vê-[oa]s?) (começar|ter|voltar|mudar|cancelar|entrar|retirar|alternar|partilhar|perguntar|denunciar|aceder|colá-lo|trocar|emitir|pelo menos um,)\b/,
    /\b(pode|poderá) (trocar|entrar em direto|recuperá-la|deixar esta|emitir)\b/,
    /\bVazi[oa]s?: /,
    /o público (é|são) por nossa conta/,
    // Words of Brazil, of machines, or of speeches.
    /\bavari(ou|ado)\b/,
    /\b[Mm]estrados?\b/,
    /\b[Oo]rador(es|a|as)?\b/,
  ],
}

/** Every text of a language that the interface, the mails and the demo show. */
function textsOf(language: Language): [where: string, text: string][] {
  const files = globSync(
    [
      `web/src/app/locales/${language}.json`,
      `web/src/features/*/*/locales/${language}.json`,
      `studio/src/renderer/locales/${language}.json`,
      `shared/src/locales/*.${language}.ts`,
      `api/src/mail/words/${language}.ts`,
      `web/src/features/guidance/help/content/${language}/*.md`,
      `web/src/features/settings/legal/content/${language}.md`,
      `web/films/{help,tutorials}/*-${language}.vtt`,
    ],
    { cwd: root },
  )
  return [
    ...files.flatMap((file) =>
      readFileSync(path.join(root, file), 'utf8')
        .split('\n')
        // Keys and comments are no words of the interface.
        .map((line, index): [string, string] => [
          `${file}:${index + 1}`,
          line.replace(/^\s*("[\w-]+"|\w+): /, '').replace(/^\s*(\/\/|\/?\*).*/, ''),
        ]),
    ),
    ...demoProducts.flatMap(({ slug, text }) =>
      Object.values(text[language]).map((words): [string, string] => [`demo/${slug}`, String(words)]),
    ),
    ...Object.entries(demoPosts).flatMap(([slug, texts]) =>
      Object.values(texts[language]).map((words): [string, string] => [`demo/${slug}`, words]),
    ),
    ...spoken([demoHome, demoPage, demoEntity], language).map((words): [string, string] => ['demo/places', words]),
    ...demoChannels.map(({ slug, short }): [string, string] => [`demo/${slug}`, short[language]]),
    ...demoSpeakers.map(({ slug, title, bio }): [string, string] => [`demo/${slug}`, `${title[language]}. ${bio[language]}`]),
  ]
}

/** The texts of a language in a structure that holds them as { es, en, pt }. */
function spoken(value: unknown, language: Language): string[] {
  if (typeof value !== 'object' || value === null) return []
  if (languages.every((one) => one in value))
    return Object.entries(value).flatMap(([key, words]) => (key === language ? [String(words)] : []))
  return Object.values(value).flatMap((part) => spoken(part, language))
}

describe('the words that people read', () => {
  it.each(languages)('hold none of the forms that were struck out (%s)', (language) => {
    const texts = textsOf(language)
    expect(texts.length).toBeGreaterThan(1_000)
    const found = texts.flatMap(([where, text]) =>
      refused[language].filter((form) => form.test(text)).map((form) => `${where} ${String(form)}: ${text.trim()}`),
    )
    expect(found).toEqual([])
  })
})

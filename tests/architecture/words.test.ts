import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { demoProducts } from '../../api/src/db/seeds/demo/catalogue.ts'
import { demoChannels, demoSpeakers } from '../../api/src/db/seeds/demo/content.ts'

const root = path.resolve(import.meta.dirname, '../..')
const languages = ['es', 'en', 'pt'] as const
type Language = (typeof languages)[number]

/** Words and forms that a native reader stumbled over, and that do not come back. */
const refused: Record<Language, RegExp[]> = {
  es: [
    // Two meanings: to leave and to go on air, to enter and the ticket.
    /Saliendo…/,
    /Antes de salir/,
    /Salir en \d/,
    /(Ir|Volver) a la entrada/,
    /entra en tu entrada/,
    // One form of address: tú.
    /\b[Uu]sted(es)?\b/,
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
    /Make a test broadcast/,
    // One spelling: British, with -ize.
    /\b(organis|recognis|personalis|synchronis|customis|authoris|summaris|finalis)/i,
    /\b(colors?|favorites?|theaters?|centers?|canceled|labeled|catalogs?)\b/i,
  ],
  pt: [
    // One form of address: tu.
    /\bvocês?\b/i,
    /\b(Escreva|Escolha|Verifique|Tente|Peça|Introduza|Adicione|Permita|Obtenha|Aguarde|Publique|Descubra|Experimente|Traga|Diga-nos)\b/,
    /\b([a-z]+)-lhe (uma|com|de|se)\b/i,
    /\b(o seu|a sua|os seus|as suas) (bilhetes?|público|sessão|palco|plataforma|sinal|canal|plano|diretos|rede|escolha|mãe|cara)\b/i,
    /\b(pode|poderá) (trocar|entrar em direto|recuperá-la|deixar esta|emitir)\b/,
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
      `web/src/features/*/locales/${language}.json`,
      `studio/src/renderer/locales/${language}.json`,
      `shared/src/locales/*.${language}.ts`,
      `api/src/mail/words/${language}.ts`,
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
    ...demoChannels.map(({ slug, short }): [string, string] => [`demo/${slug}`, short[language]]),
    ...demoSpeakers.map(({ slug, title, bio }): [string, string] => [`demo/${slug}`, `${title[language]}. ${bio[language]}`]),
  ]
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

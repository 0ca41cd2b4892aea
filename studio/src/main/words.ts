import type { Language } from '@e-events/shared/domain/language.ts'

/** The few words that the main process says itself. */
const words = {
  es: {
    closeTitle: 'Estás en el aire',
    closeText: 'Si cierras la ventana, tu público verá «reconectando» hasta que vuelvas. La emisión no termina.',
    stay: 'Seguir en el aire',
    close: 'Cerrar de todos modos',
  },
  en: {
    closeTitle: 'You are on air',
    closeText: 'If you close the window, your viewers see “reconnecting” until you are back. The show does not end.',
    stay: 'Stay on air',
    close: 'Close anyway',
  },
  pt: {
    closeTitle: 'Está no ar',
    closeText: 'Se fechar a janela, o público verá «a religar» até voltar. A emissão não termina.',
    stay: 'Continuar no ar',
    close: 'Fechar mesmo assim',
  },
} as const satisfies Record<Language, Record<string, string>>

export const mainWords = (language: Language): (typeof words)[Language] => words[language]

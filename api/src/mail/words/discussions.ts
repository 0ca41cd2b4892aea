import type { Language } from '@e-events/shared/domain/language.ts'
import type { MailWords } from '../templates.ts'

/** Mails about questions and comments of courses and masters. */
export const discussionWords: Record<Language, Pick<MailWords, 'course_question' | 'discussion_reply'>> = {
  es: {
    course_question: ({ title, path }) => ({
      subject: 'Hay una pregunta en tu curso',
      lines: [`Alguien ha preguntado en «${title}».`],
      button: { label: 'Ver las preguntas', path },
      notes: ['Te avisamos como mucho una vez por hora y curso.'],
    }),
    discussion_reply: ({ title, from, isQuestion, path }) => ({
      subject: isQuestion ? 'Han respondido a tu pregunta' : 'Han respondido a tu comentario',
      lines: [`${from} ha respondido en «${title}».`],
      button: { label: 'Leer la respuesta', path },
    }),
  },
  en: {
    course_question: ({ title, path }) => ({
      subject: 'There is a question in your course',
      lines: [`Somebody asked a question in “${title}”.`],
      button: { label: 'See the questions', path },
      notes: ['We tell you once an hour for each course at most.'],
    }),
    discussion_reply: ({ title, from, isQuestion, path }) => ({
      subject: isQuestion ? 'Your question was answered' : 'Somebody replied to your comment',
      lines: [`${from} replied in “${title}”.`],
      button: { label: 'Read the reply', path },
    }),
  },
  pt: {
    course_question: ({ title, path }) => ({
      subject: 'Há uma pergunta no teu curso',
      lines: [`Alguém fez uma pergunta em “${title}”.`],
      button: { label: 'Ver as perguntas', path },
      notes: ['Avisamos no máximo uma vez por hora e curso.'],
    }),
    discussion_reply: ({ title, from, isQuestion, path }) => ({
      subject: isQuestion ? 'Responderam à tua pergunta' : 'Responderam ao teu comentário',
      lines: [`${from} respondeu em “${title}”.`],
      button: { label: 'Ler a resposta', path },
    }),
  },
}

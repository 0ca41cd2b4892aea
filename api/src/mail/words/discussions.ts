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
    discussion_reply: ({ title, from, count, isQuestion, path }) => ({
      subject: isQuestion ? 'Han respondido a tu pregunta' : 'Han respondido a tu comentario',
      lines: [count === 1 ? `${from} ha respondido en «${title}».` : `Hay ${count} respuestas nuevas en «${title}», la última de ${from}.`],
      button: { label: count === 1 ? 'Leer la respuesta' : 'Leer las respuestas', path },
      notes: ['Te avisamos como mucho una vez por hora y curso.'],
    }),
  },
  en: {
    course_question: ({ title, path }) => ({
      subject: 'There is a question in your course',
      lines: [`Somebody asked a question in “${title}”.`],
      button: { label: 'See the questions', path },
      notes: ['We tell you once an hour for each course at most.'],
    }),
    discussion_reply: ({ title, from, count, isQuestion, path }) => ({
      subject: isQuestion ? 'Your question was answered' : 'Somebody replied to your comment',
      lines: [count === 1 ? `${from} replied in “${title}”.` : `There are ${count} new replies in “${title}”, the last one by ${from}.`],
      button: { label: count === 1 ? 'Read the reply' : 'Read the replies', path },
      notes: ['We tell you once an hour for each course at most.'],
    }),
  },
  pt: {
    course_question: ({ title, path }) => ({
      subject: 'Há uma pergunta no teu curso',
      lines: [`Alguém fez uma pergunta em “${title}”.`],
      button: { label: 'Ver as perguntas', path },
      notes: ['Avisamos no máximo uma vez por hora e curso.'],
    }),
    discussion_reply: ({ title, from, count, isQuestion, path }) => ({
      subject: isQuestion ? 'Responderam à tua pergunta' : 'Responderam ao teu comentário',
      lines: [count === 1 ? `${from} respondeu em “${title}”.` : `Há ${count} respostas novas em “${title}”, a última de ${from}.`],
      button: { label: count === 1 ? 'Ler a resposta' : 'Ler as respostas', path },
      notes: ['Avisamos no máximo uma vez por hora e curso.'],
    }),
  },
}

import type { Student } from '@e-events/shared/contract/learning/students.ts'
import type { Language } from '@e-events/shared/domain/language.ts'
import type { TableColumn } from '../../../http/table-file.ts'

type Column = 'name' | 'email' | 'since' | 'percent' | 'quizPercent' | 'quizzesTaken' | 'lastSeenAt'
const words: Record<Language, { file: string; headers: Record<Column, string> }> = {
  es: {
    file: 'alumnado',
    headers: {
      name: 'Nombre',
      email: 'Correo electrónico',
      since: 'Desde (UTC)',
      percent: 'Progreso en %',
      quizPercent: 'Nota media de los cuestionarios en %',
      quizzesTaken: 'Cuestionarios hechos',
      lastSeenAt: 'Última actividad (UTC)',
    },
  },
  en: {
    file: 'students',
    headers: {
      name: 'Name',
      email: 'Email',
      since: 'Since (UTC)',
      percent: 'Progress in %',
      quizPercent: 'Average quiz score in %',
      quizzesTaken: 'Quizzes taken',
      lastSeenAt: 'Last seen (UTC)',
    },
  },
  pt: {
    file: 'alunos',
    headers: {
      name: 'Nome',
      email: 'E-mail',
      since: 'Desde (UTC)',
      percent: 'Progresso em %',
      quizPercent: 'Nota média dos questionários em %',
      quizzesTaken: 'Questionários feitos',
      lastSeenAt: 'Última atividade (UTC)',
    },
  },
}

/** The columns of the screen, and the name of the file, in the language of whoever asks. */
export function studentColumns(language: Language): { file: string; columns: TableColumn<Student>[] } {
  const { file, headers } = words[language]
  return {
    file,
    columns: [
      { header: headers.name, value: ({ name }) => name },
      { header: headers.email, value: ({ email }) => email },
      { header: headers.since, value: ({ since }) => new Date(since) },
      { header: headers.percent, value: ({ percent }) => percent },
      { header: headers.quizPercent, value: ({ quizzes }) => quizzes?.bestPercent ?? null },
      { header: headers.quizzesTaken, value: ({ quizzes }) => quizzes?.taken ?? 0 },
      { header: headers.lastSeenAt, value: ({ lastSeenAt }) => (lastSeenAt === null ? null : new Date(lastSeenAt)) },
    ],
  }
}

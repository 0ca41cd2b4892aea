import type { Knex } from 'knex'

export interface NoteRow {
  id: string
  lesson_id: string
  lesson_title: string
  text: string
  position_ms: number | null
  created_at: Date
}

const notesOf = (db: Knex) =>
  db('lesson_notes as n')
    .join('lessons as l', 'l.id', 'n.lesson_id')
    .join('course_modules as m', 'm.id', 'l.module_id')
    .select<NoteRow[]>('n.id', 'n.lesson_id', 'l.title as lesson_title', 'n.text', 'n.position_ms', 'n.created_at')

/** In the order of lessons; those on a whole lesson come first in it. */
export async function listNotes(db: Knex, by: { productId: string; userId: string }): Promise<NoteRow[]> {
  return notesOf(db)
    .where({ 'm.product_id': by.productId, 'n.user_id': by.userId })
    .orderBy(['m.position', 'l.position', { column: 'n.position_ms', nulls: 'first' }, 'n.created_at', 'n.id'])
}

export async function findNote(db: Knex, by: { id: string; userId: string }): Promise<NoteRow | undefined> {
  const [row] = await notesOf(db).where({ 'n.id': by.id, 'n.user_id': by.userId })
  return row
}

/** Answers its id; undefined where the account has `most` notes in the course already. */
export async function addNote(
  db: Knex,
  note: { productId: string; lessonId: string; userId: string; text: string; positionMs: number | null; most: number },
): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `insert into lesson_notes (lesson_id, user_id, text, position_ms) select :lessonId::uuid, :userId::uuid, :text, :positionMs::bigint
     where (select count(*) from lesson_notes n join lessons l on l.id = n.lesson_id join course_modules m on m.id = l.module_id
            where m.product_id = :productId and n.user_id = :userId) < :most returning id`,
    note,
  )
  return rows[0]?.id
}

export const changeNote = (db: Knex, by: { id: string; user_id: string }, text: string): Promise<number> =>
  db('lesson_notes').where(by).update({ text })

export const removeNote = (db: Knex, by: { id: string; user_id: string }): Promise<number> => db('lesson_notes').where(by).delete()

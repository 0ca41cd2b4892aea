/** Which lesson is open: one that exists, or a new one of a module. */
export type OpenLesson = { id: string } | { newIn: string }

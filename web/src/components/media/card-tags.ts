import { createContext } from 'react'

/** What the site writes on every card (`config`): the kind of product, and that it costs nothing. */
export const CardTags = createContext({ type: true, free: true })

import { createContext } from 'react'

/** Tags that the site writes on every card (`config`): the kind of product, and that it is free. */
export const CardTags = createContext({ type: true, free: true })

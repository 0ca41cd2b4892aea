import { config } from 'zod'

// The page's policy lets no code be made at run time; without this, zod tries to. Imported before any schema is built.
config({ jitless: true })

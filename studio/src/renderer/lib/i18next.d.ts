import type studio from '../locales/en.json'

// The English file is the type of every key: a key that does not exist does not compile.
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'studio'
    resources: { studio: typeof studio }
    returnNull: false
  }
}

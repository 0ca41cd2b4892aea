// The stored mode and language become attributes before anything is painted. Keys: shared/ui/theme/mode.ts, web/src/lib/language.ts.
{
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const root = document.documentElement
  const mode = read('e-events.mode')
  if (mode === 'alternative') root.dataset.mode = 'dark'
  else if (mode === 'back-office') root.dataset.mode = read('e-events.back-office-shade') === 'dark' ? 'backOfficeDark' : 'backOffice'
  // A first visit follows the system; any other stored value counts as normal.
  else root.dataset.mode = mode === null && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
  const language = read('e-events.language')
  if (language === 'en' || language === 'pt') root.lang = language
}

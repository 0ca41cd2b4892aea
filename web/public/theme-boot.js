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
  // A first visit follows the system; any other stored value counts as normal.
  const isDark = mode === 'alternative' || (mode === null && matchMedia('(prefers-color-scheme: dark)').matches)
  // The account and manage areas are the back office whatever the storefront looks like.
  if (mode === 'back-office' || /^\/(account|manage)(\/|$)/.test(location.pathname))
    root.dataset.mode = (read('e-events.back-office-shade') ?? (isDark ? 'dark' : 'light')) === 'dark' ? 'backOfficeDark' : 'backOffice'
  else root.dataset.mode = isDark ? 'dark' : 'light'
  const language = read('e-events.language')
  if (language === 'en' || language === 'pt') root.lang = language
}

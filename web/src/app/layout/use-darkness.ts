import { setBackOfficeShade, setMode, useScheme } from '@e-events/shared/ui/theme/mode.ts'

/** Light or dark, of whichever look the page has now: the store's two modes, or the back office's two shades. */
export function useDarkness(): { isDark: boolean; setDark: (dark: boolean) => void } {
  const scheme = useScheme()
  const isBackOffice = scheme === 'backOffice' || scheme === 'backOfficeDark'
  return {
    isDark: scheme === 'dark' || scheme === 'backOfficeDark',
    setDark: (dark) => (isBackOffice ? setBackOfficeShade(dark ? 'dark' : 'light') : setMode(dark ? 'alternative' : 'normal')),
  }
}

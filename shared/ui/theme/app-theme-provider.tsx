import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider, useColorScheme } from '@mui/material/styles'
import { useEffect, useMemo, useState, type ReactNode } from 'react'
import { createAppTheme, type ThemeOptions } from './create-app-theme.ts'
import { readScheme, useScheme } from './mode.ts'
import { createStyleCache } from './style-cache.ts'

interface Props extends ThemeOptions {
  children: ReactNode
  /** Where style sheets go; the head of the page. */
  styleContainer?: HTMLElement
}

/** Wrap an app once; `setMode` and `useMode` of mode.ts do the rest. */
export function AppThemeProvider({ children, linkComponent, styleContainer }: Props) {
  const theme = useMemo(() => createAppTheme('normal', linkComponent ? { linkComponent } : {}), [linkComponent])
  const [styles] = useState(() => createStyleCache(styleContainer))
  return (
    <CacheProvider value={styles}>
      <ThemeProvider theme={theme} storageManager={null} defaultMode={readScheme() === 'dark' ? 'dark' : 'light'}>
        <CssBaseline enableColorScheme />
        <SchemeSync />
        {children}
      </ThemeProvider>
    </CacheProvider>
  )
}

/** Keeps MUI's own idea of the scheme in step, for the few widgets (charts) that read it in JavaScript. */
function SchemeSync() {
  const scheme = useScheme()
  const { setColorScheme, setMode: setMuiMode } = useColorScheme()
  useEffect(() => {
    if (scheme === 'dark') setMuiMode('dark')
    else {
      setMuiMode('light')
      setColorScheme({ light: scheme })
    }
    document.documentElement.dataset.mode = scheme
  }, [scheme, setColorScheme, setMuiMode])
  return null
}

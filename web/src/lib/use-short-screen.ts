import useMediaQuery from '@mui/material/useMediaQuery'

/** A phone on its side: the picture needs every line of it. */
export const shortScreen = '(orientation: landscape) and (max-height: 499.95px)'

export function useShortScreen(): boolean {
  return useMediaQuery(shortScreen, { noSsr: true })
}

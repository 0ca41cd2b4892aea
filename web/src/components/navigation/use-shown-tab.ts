import { useEffect } from 'react'

/** Keeps the chosen tab of a scrolled row in its middle, where no scroll button lies on it. @param id of its element */
export function useShownTab(id: string): void {
  useEffect(() => {
    const show = () => showTab(document.getElementById(id))
    show()
    // Letters that come later change where the tabs are.
    void document.fonts?.ready.then(show)
  }, [id])
}

/** The row alone is scrolled; the page itself stays where it is. */
function showTab(tab: HTMLElement | null): void {
  const scroller = tab?.closest('.MuiTabs-scroller')
  if (!tab || !scroller) return
  const [inside, around] = [tab.getBoundingClientRect(), scroller.getBoundingClientRect()]
  scroller.scrollLeft += inside.left - around.left - (around.width - inside.width) / 2
}

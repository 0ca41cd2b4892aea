/** Inter with its optical axis, shipped with the app: no network host is ever asked for a font. */
import '@fontsource-variable/inter/opsz.css'

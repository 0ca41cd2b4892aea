/** The first that matches names it: most programs claim to be several others. */
const programs: [RegExp, string][] = [
  [/\bElectron\//, 'e-events Studio'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b|\biPod\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
]

/**
 * 'Firefox, Linux': what a person calls a device, and the family by which a new one is told from a known one. Versions
 * come and go.
 */
export function deviceLabel(userAgent: string): string {
  const find = (table: [RegExp, string][]) => table.find(([pattern]) => pattern.test(userAgent))?.[1]
  const known = [find(programs), find(systems)].filter((part) => part !== undefined)
  if (known.length > 0) return known.join(', ')
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? '—'
}

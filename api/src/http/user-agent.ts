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

const find = (table: [RegExp, string][], userAgent: string) => table.find(([pattern]) => pattern.test(userAgent))?.[1]

/**
 * 'Firefox, Linux': what a person calls a device, and the family by which a new one is told from a known one. Versions
 * come and go.
 */
export function deviceLabel(userAgent: string): string {
  const known = [find(programs, userAgent), find(systems, userAgent)].filter((part) => part !== undefined)
  if (known.length > 0) return known.join(', ')
  return /^[\w.-]{1,40}/.exec(userAgent)?.[0] ?? '—'
}

export interface DeviceClass {
  /** Family of the browser, without a version; empty where it is unknown. */
  browser: string
  /** Family of the system; empty where it is unknown. */
  system: string
  kind: 'phone' | 'tablet' | 'computer' | 'other'
}

/** The little of a user agent that many people share. An iPad that asks for desktop pages counts as a computer. */
export function deviceClass(userAgent: string): DeviceClass {
  const system = find(systems, userAgent) ?? ''
  return { browser: find(programs, userAgent) ?? '', system, kind: kindOf(userAgent, system) }
}

function kindOf(userAgent: string, system: string): DeviceClass['kind'] {
  if (/\biPad\b|\bTablet\b/.test(userAgent)) return 'tablet'
  if (/\b(?:TV|SmartTV|SMART-TV|Tizen|Web0S|CrKey)\b/.test(userAgent)) return 'other'
  if (/\biPhone\b|\biPod\b/.test(userAgent)) return 'phone'
  if (system === 'Android') return /\bMobile\b/.test(userAgent) ? 'phone' : 'tablet'
  return system === '' ? 'other' : 'computer'
}

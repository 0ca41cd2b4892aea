// package-lock.json and packages for other systems. npm leaves an optional package out of the lock file when the
// registry it talked to does not carry it, and `npm ci` then refuses that lock file everywhere. Such packages are known
// by name, version (pinned by the package that wants them) and system (part of the name), which is all that a lock file
// needs.

const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32', 'sunos', 'aix', 'netbsd', 'openbsd']
const PROCESSORS = ['arm64', 'arm', 'x64', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el']

/**
 * Optional packages that the lock file promises but does not hold.
 * @param {Record<string, { optionalDependencies?: Record<string, string> }>} packages of a package-lock.json
 * @returns {{ name: string, version: string, wantedBy: string }[]}
 */
export function absentOptional(packages) {
  const holds = (from, name) => {
    for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
      if (`${place ? `${place}/` : ''}node_modules/${name}` in packages) return true
      if (place === '' || !place.includes('/node_modules/')) return `node_modules/${name}` in packages
    }
  }
  return Object.entries(packages).flatMap(([place, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !holds(place, name))
      .map(([name, version]) => ({ name, version, wantedBy: place })),
  )
}

/**
 * The entry of a package that exists for one system only; null where its name does not say which, or its version is not
 * exact.
 * @param {string} name @param {string} version
 */
export function entryForSystem(name, version) {
  const words = name.split('/').at(-1)?.split('-') ?? []
  const os = SYSTEMS.find((system) => words.includes(system))
  const cpu = PROCESSORS.find((processor) => words.includes(processor))
  if (!os || !cpu || !/^\d+\.\d+\.\d+$/.test(version)) return null
  const abi = words.at(-1) ?? ''
  const libc = os === 'linux' ? (abi.startsWith('musl') ? ['musl'] : abi.startsWith('gnu') ? ['glibc'] : undefined) : undefined
  return { version, cpu: [cpu], dev: true, ...(libc ? { libc } : {}), optional: true, os: [os] }
}

/**
 * @template {{ packages: Record<string, any> }} Lock
 * @param {Lock} lock a parsed package-lock.json
 * @returns {{ lock: Lock, added: string[] }}
 */
export function completeLock(lock) {
  const added = {}
  for (const { name, version, wantedBy } of absentOptional(lock.packages)) {
    // Peers of an optional package never block.
    if (lock.packages[wantedBy].optional) continue
    const entry = entryForSystem(name, version)
    if (entry) added[`node_modules/${name}`] = lock.packages[wantedBy].dev ? entry : { ...entry, dev: undefined }
  }
  const packages = Object.fromEntries(Object.entries({ ...lock.packages, ...added }).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
  return { lock: { ...lock, packages }, added: Object.keys(added) }
}
